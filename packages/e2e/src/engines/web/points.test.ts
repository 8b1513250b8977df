// What a point of the viewport hits: the control that is there, through labels, shadow roots and frames of the app's own site.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { call, type On, WebRig } from './web.fixture.ts';

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

const PLACE = 'position:absolute;left:40px;top:40px;width:100px;height:30px;margin:0;padding:0;border:0';

/** The nodes at the middle of the place, as role and name, the innermost first. */
async function hitOn(on: On, x = 90, y = 55): Promise<readonly string[] | undefined> {
  const { nodes } = await on.steady();
  const ids = await on.session.nodesAt?.(x, y);
  return ids?.flatMap((id) => {
    const node = nodes.find((one) => one.id === id);
    return node === undefined || node.role === 'generic' ? [] : [`${node.role} ${node.name ?? ''}`.trim()];
  });
}

describe('a point hits', () => {
  test.each<[string, string, readonly string[]]>([
    ['a button, by what is in it', `<button style="${PLACE}"><b><i>Save</i></b></button>`, ['button Save']],
    [
      'the control of a label',
      `<label style="${PLACE}">Gift wrap <input type=checkbox style="float:right"></label>`,
      ['checkbox Gift wrap'],
    ],
    [
      'what is in a shadow root',
      `<div id=host style="${PLACE}"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<button style="width:100%;height:100%">Save</button>'</script>`,
      ['button Save'],
    ],
    [
      'what lies on top',
      `<button style="${PLACE}">Below</button><button style="${PLACE}">Above</button>`,
      ['button Above'],
    ],
    [
      'what is in a frame of the site',
      `<iframe src="/inner" style="${PLACE};padding:5px;border:3px solid"></iframe>`,
      ['button Inside', 'iframe'],
    ],
    ['nothing on a bare page', '<p>Hello</p>', []],
  ])('%s', async (_what, html, nodes) => {
    rig.routes['/inner'] = '<body style="margin:0"><button style="width:99px;height:29px">Inside</button>';
    expect(await hitOn(await rig.on(html))).toEqual(nodes);
  });

  test('nothing while a native dialog is open', async () => {
    const on = await rig.on(`<button style="${PLACE}" onclick="alert(1)">Ask</button>`);
    await on.tap('button', 'Ask');
    expect(await on.session.nodesAt?.(90, 55)).toEqual([]);
  });

  test.each([
    ['iframe', 'src'],
    ['embed', 'src'],
    ['object', 'data'],
  ])('no place of the app in an %s of another site, and nothing is done there', async (tag, attribute) => {
    const asked: string[] = [];
    const other = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.setHeader('content-type', 'text/html');
      response.end(
        '<body style="margin:0"><button style="width:99px;height:29px" onclick="fetch(\'/pressed\')">Inside</button>',
      );
    });
    await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const on = await rig.on(
      `<${tag} ${attribute}="http://localhost:${port}/" style="${PLACE}"></${tag}><p role=status>here</p>`,
    );
    await on.steady();
    expect(await on.session.nodesAt?.(90, 55)).toBeUndefined();
    const done = await on.session.perform({ kind: 'tapAt', x: 90, y: 55 }, call());
    expect(done).toMatchObject({
      ok: false,
      code: 'refused',
      message: expect.stringContaining('another site'),
    });
    expect(await on.session.perform({ kind: 'tapAt', x: 300, y: 300 }, call())).toEqual({ ok: true });
    expect(asked.filter((url) => url === '/pressed')).toEqual([]);
  });
});

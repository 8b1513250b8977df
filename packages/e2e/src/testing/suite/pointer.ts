// The part of the engine suite about gestures: long press, drag, bare points, scrolling.
import assert from 'node:assert/strict';
import { assertRefused, type Bench, type Declare, SHORT_MS } from './rig.ts';

/** Declares the tests about gestures. */
export function declarePointer(bench: Bench, test: Declare): void {
  test(
    'longPress holds the control',
    () =>
      bench.on('/pointer', async (rig) => {
        const { id } = await rig.find('button', 'Hold me');
        assert.deepEqual(await rig.perform({ kind: 'longPress', target: id }), { ok: true });
        await rig.says('held');
      }),
    ['longPress'],
  );
  test(
    'drag drops one control on another',
    () =>
      bench.on('/pointer', async (rig) => {
        const { id } = await rig.find('button', 'Card');
        const to = (await rig.find('button', 'Slot')).id;
        assert.deepEqual(await rig.perform({ kind: 'drag', target: id, to }), { ok: true });
        await rig.says('dropped Card');
      }),
    ['drag'],
  );
  test(
    'tapAt and hoverAt reach what is at the point',
    () =>
      bench.on('/pointer', async (rig) => {
        assert.deepEqual(await rig.perform({ kind: 'hoverAt', x: 60, y: 30 }), { ok: true });
        await rig.says('corner hovered');
        assert.deepEqual(await rig.perform({ kind: 'tapAt', x: 60, y: 30 }), { ok: true });
        await rig.says('corner tapped');
      }),
    ['pixels', 'tapAt', 'hoverAt'],
  );
  test(
    'a picture is a PNG, and of each text that is drawn it is asked whether it may be seen',
    () =>
      bench.on('/pointer', async (rig) => {
        const [shown = 'nothing'] = (await rig.session.read()).nodes.flatMap(({ role, name }) =>
          role === 'button' && name !== undefined ? [name] : [],
        );
        let isAsked = false;
        const hides = (text: string): boolean => {
          isAsked ||= text.includes(shown);
          return false;
        };
        const png = await rig.session.screenshot({ hides });
        assert.equal(Buffer.from(png).toString('latin1', 1, 4), 'PNG');
        assert.ok(isAsked, `the picture shows ${JSON.stringify(shown)}, and nobody was asked about it`);
      }),
    ['pixels'],
  );
  test(
    'scroll scrolls the page',
    () =>
      bench.on('/pointer', async (rig) => {
        assert.deepEqual(await rig.perform({ kind: 'scroll', direction: 'down' }), { ok: true });
        await rig.says('scrolled');
      }),
    ['scroll'],
  );
  test(
    'scrollUntil brings text that is not there yet, and is not-found for text that never comes',
    () =>
      bench.on('/pointer', async (rig) => {
        assert.deepEqual(await rig.perform({ kind: 'scrollUntil', text: 'The end', direction: 'down' }), {
          ok: true,
        });
        await rig.says('The end');
        const never = await rig.perform(
          { kind: 'scrollUntil', text: 'No such text', direction: 'down' },
          SHORT_MS,
        );
        assertRefused(never, 'not-found');
      }),
    ['scrollUntil'],
  );
}

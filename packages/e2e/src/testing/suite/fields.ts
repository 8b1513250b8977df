// The part of the engine suite about fields: typing, keys, secrets, ticking, choosing, files.
import assert from 'node:assert/strict';
import { assertRefused, type Bench, call, type Declare, NOTE, SHORT_MS } from './rig.ts';

/** Declares the tests about fields. */
export function declareFields(bench: Bench, test: Declare): void {
  test('type replaces the content, and an empty text clears it', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('textbox', 'Name');
      for (const text of ['Ann', 'Bö 日', '']) {
        assert.deepEqual(await rig.perform({ kind: 'type', target: id, text }), { ok: true });
        await rig.says(`typed ${text}`.trim());
        assert.equal((await rig.find('textbox', 'Name')).value, text);
      }
    }));
  test(
    'press goes to its control',
    () =>
      bench.on('/acting', async (rig) => {
        const { id } = await rig.find('textbox', 'Name');
        await rig.perform({ kind: 'type', target: id, text: 'Ann' });
        assert.deepEqual(await rig.perform({ kind: 'press', target: id, key: 'Enter' }), { ok: true });
        await rig.says('entered Ann');
        assert.equal((await rig.find('textbox', 'Name')).focused, true);
      }),
    ['press'],
  );
  test(
    'press without a control goes to the focused one',
    () =>
      bench.on('/acting', async (rig) => {
        const { id } = await rig.find('textbox', 'Name');
        await rig.perform({ kind: 'type', target: id, text: 'Bea' });
        assert.deepEqual(await rig.perform({ kind: 'press', key: 'Enter' }), { ok: true });
        await rig.says('entered Bea');
      }),
    ['press'],
  );
  test(
    'R22: typeSecret fills the given value and shows bullets',
    () =>
      bench.on('/acting', async (rig) => {
        const { id } = await rig.find('textbox', 'Secret');
        const options = { ...call(), secret: 'open sesame' };
        assert.deepEqual(
          await rig.session.perform({ kind: 'typeSecret', target: id, name: 'door' }, options),
          {
            ok: true,
          },
        );
        const reading = await rig.says('secret of 11');
        assert.ok(!JSON.stringify(reading).includes('sesame'), 'the value is nowhere in the reading');
      }),
    ['typeSecret'],
  );
  test(
    'a password goes into a password field only',
    () =>
      bench.on('/acting', async (rig) => {
        const options = { ...call(), secret: 'open sesame', secretRule: { sites: [], passwordOnly: true } };
        const open = await rig.find('textbox', 'Name');
        const refused = await rig.session.perform(
          { kind: 'typeSecret', target: open.id, name: 'door' },
          options,
        );
        assertRefused(refused, 'refused');
        assert.ok(!JSON.stringify(refused).includes('sesame'), 'the value is not in the message');
        await rig.says('nothing yet');
        const { id } = await rig.find('textbox', 'Secret');
        const done = await rig.session.perform({ kind: 'typeSecret', target: id, name: 'door' }, options);
        assert.deepEqual(done, { ok: true });
        await rig.says('secret of 11');
      }),
    ['typeSecret'],
  );
  test('check sets the state that is asked for, and leaves it when it is there', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('checkbox', 'Agree');
      for (const checked of [true, true, false]) {
        assert.deepEqual(await rig.perform({ kind: 'check', target: id, checked }), { ok: true });
        await rig.says(`checked ${checked}`);
        assert.equal((await rig.find('checkbox', 'Agree')).checked, checked);
      }
    }));
  test('select chooses by label', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('combobox', 'Colour');
      assert.deepEqual(await rig.perform({ kind: 'select', target: id, option: 'Blue' }), { ok: true });
      await rig.says('chose Blue');
      assert.equal((await rig.find('combobox', 'Colour')).value, 'Blue');
    }));
  test(
    'upload gives files of the project, and only those',
    () =>
      bench.on('/acting', async (rig) => {
        const reading = await rig.session.steady(call());
        // Browsers and platforms give a file field different roles.
        const target = reading.nodes.find((node) => node.name === 'File')?.id;
        assert.ok(target !== undefined, 'the file field is in the reading');
        const upload = (path: string): ReturnType<typeof rig.perform> =>
          rig.perform({ kind: 'upload', target, paths: [path] }, SHORT_MS);
        assertRefused(await upload('missing.txt'), 'file-missing');
        assert.equal((await upload('../outside.txt')).ok, false, 'a path may not leave the project');
        await rig.says('nothing yet');
        assert.deepEqual(await rig.perform({ kind: 'upload', target, paths: [NOTE] }), { ok: true });
        await rig.says(`got ${NOTE}`);
      }),
    ['upload'],
  );
}

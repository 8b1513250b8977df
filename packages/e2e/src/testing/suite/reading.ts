// The part of the engine suite about looking: what a reading holds, when a screen is steady, and that no change goes unseen.
import assert from 'node:assert/strict';
import { now } from '../../base/clock.ts';
import { allIn, type Bench, CALL_MS, call, type Declare, findIn, SHORT_MS, wordsOf } from './rig.ts';

/** Declares the tests about reading. */
export function declareReading(bench: Bench, test: Declare): void {
  test('a reading is in document order, each parent before its children, ids unique', () =>
    bench.on('/reading', async ({ session }) => {
      const { nodes } = await session.steady(call());
      assert.equal(new Set(nodes.map((node) => node.id)).size, nodes.length, 'ids are unique');
      for (const [index, node] of nodes.entries()) {
        assert.ok(node.parent >= -1 && node.parent < index, `the parent of node ${index} comes before it`);
        const parent = nodes[node.parent];
        assert.equal(
          node.depth,
          parent === undefined ? 0 : parent.depth + 1,
          `depth of ${node.role} "${node.name ?? ''}"`,
        );
      }
      const order = ['Acting', 'Email', 'Terms', 'Frozen', 'Bold'].map((name) =>
        nodes.findIndex((node) => node.name === name),
      );
      assert.ok(!order.includes(-1), `everything is there: ${order.join()}`);
      assert.deepEqual(
        order,
        [...order].sort((a, b) => a - b),
      );
    }));
  test('a reading has title, location, page and viewport', () =>
    bench.on('/reading', async ({ session }) => {
      const reading = await session.steady(call());
      assert.equal(reading.title, 'Reading');
      assert.match(reading.location, /reading/i);
      assert.deepEqual([reading.page, reading.pages, reading.dialog], [0, 1, undefined]);
      assert.ok(reading.viewport.width > 0 && reading.viewport.height > 0);
    }));
  declareStates(bench, test);
  test('ids stay while elements do', () =>
    bench.on('/acting', async (rig) => {
      const before = await rig.session.steady(call());
      await rig.do('tap', 'button', 'Remove me');
      const after = await rig.says('removed');
      assert.equal(allIn(after, 'button', 'Remove me').length, 0);
      assert.equal(findIn(after, 'button', 'Tap me').id, findIn(before, 'button', 'Tap me').id);
      assert.equal(findIn(after, 'status').id, findIn(before, 'status').id);
    }));
}

function declareStates(bench: Bench, test: Declare): void {
  test('a reading tells states, values and what a field is for', () =>
    bench.on('/reading', async ({ session }) => {
      const reading = await session.steady(call());
      const email = findIn(reading, 'textbox', 'Email');
      assert.deepEqual(
        [email.value, email.placeholder, email.testId, email.purpose],
        ['ann@x.test', 'you@example.test', 'email', 'email'],
      );
      assert.equal(findIn(reading, 'checkbox', 'Terms').checked, true);
      assert.equal(findIn(reading, 'combobox', 'Country').value, 'Spain');
      assert.equal(findIn(reading, 'button', 'Frozen').disabled, true);
      assert.equal(findIn(reading, 'button', 'Bold').pressed, true);
      assert.equal(findIn(reading, 'button', 'More').expanded, false);
      assert.notEqual(findIn(reading, 'button', 'More').disabled, true);
    }));
  test('a password is bullets, however many, and hidden content is not there', () =>
    bench.on('/reading', async ({ session }) => {
      const reading = await session.steady(call());
      const password = findIn(reading, 'textbox', 'Password');
      assert.match(password.value ?? '', /^[•*]+$/);
      assert.ok(!JSON.stringify(reading).includes('hush'), 'the value of a password field is nowhere');
      assert.ok(!wordsOf(reading).includes('Ghost'), 'a hidden button is not in the reading');
    }));
  test('twins are two nodes, each inside its own parent', () =>
    bench.on('/reading', async ({ session }) => {
      const reading = await session.steady(call());
      const twins = allIn(reading, 'button', 'Eat');
      assert.equal(twins.length, 2);
      const items = twins.map((twin) => reading.nodes[twin.parent]);
      assert.deepEqual(
        items.map((item) => item?.role),
        ['listitem', 'listitem'],
      );
      assert.notEqual(items[0], items[1]);
    }));
  test('R21: what an open modal keeps out of reach is marked or left out, until it closes', () =>
    bench.on('/modal', async (rig) => {
      const before = await rig.session.steady(call());
      assert.ok(
        allIn(before, 'button', 'Behind').every((node) => node.behindModal === true),
        'behind',
      );
      assert.notEqual(findIn(before, 'button', 'Close').behindModal, true);
      await rig.do('tap', 'button', 'Close');
      const after = await rig.session.steady(call());
      assert.notEqual(findIn(after, 'button', 'Behind').behindModal, true);
      assert.equal(allIn(after, 'dialog').length, 0);
    }));
}

/** Declares the tests about waiting. */
export function declareWaiting(bench: Bench, test: Declare): void {
  test('changed is true at once for a change between the last reading and the call', () =>
    bench.on('/acting', async (rig) => {
      const { id } = await rig.find('button', 'Tap me');
      assert.deepEqual(await rig.perform({ kind: 'tap', target: id }), { ok: true });
      assert.equal(await rig.session.changed(call(2000)), true);
      await rig.says('tapped');
    }));
  test('changed is true when late content comes', () =>
    bench.on('/acting', async (rig) => {
      await rig.do('tap', 'button', 'Soon');
      await rig.says('later');
    }));
  test('changed is false when the time is up and nothing happened', () =>
    bench.on('/acting', async ({ session }) => {
      await session.steady(call());
      const from = now();
      assert.equal(await session.changed(call(SHORT_MS)), false);
      assert.ok(now() - from >= SHORT_MS - 20, 'it waited');
      assert.ok(now() - from < CALL_MS / 2, 'it ended');
    }));
  test('changed ends with its signal, and never says that something changed', () =>
    bench.on('/acting', async ({ session }) => {
      await session.steady(call());
      const controller = new AbortController();
      const waiting = session.changed(call(60_000, controller.signal));
      controller.abort(new Error('enough'));
      const from = now();
      assert.notEqual(await waiting.catch(() => 'rejected'), true);
      assert.ok(now() - from < 2000, 'it ended promptly');
    }));
  test('steady gives back the screen when its time is up', () =>
    bench.on('/reading', async ({ session }) => {
      assert.equal((await session.steady(call(0))).title, 'Reading');
    }));
  test(
    'steady waits for a request in flight',
    () =>
      bench.on('/requests', async (rig) => {
        await rig.do('tap', 'button', 'Send');
        const reading = await rig.session.steady(call());
        assert.ok(wordsOf(reading).includes('answered 201'), wordsOf(reading));
      }),
    ['requests'],
  );
}

// The part of the engine suite about sessions: dialogs, pages, requests, locators, isolation and the end.
import assert from 'node:assert/strict';
import type { LocatorQuery } from '../../engine/contract.ts';
import { assertRefused, type Bench, call, type Declare, SHORT_MS, wordsOf } from './rig.ts';

/** Declares the tests about native dialogs, pages and requests, as far as the engine has them. */
export function declareCapabilities(bench: Bench, test: Declare): void {
  test(
    'R24: a native dialog blocks every action until it is answered',
    () =>
      bench.on('/dialogs', async (rig) => {
        assertRefused(await rig.perform({ kind: 'dialog', accept: true }), 'no-dialog');
        const { id } = await rig.find('button', 'Confirm');
        assert.deepEqual(await rig.perform({ kind: 'tap', target: id }), { ok: true });
        await rig.session.changed(call(2000));
        assert.deepEqual(rig.session.dialog(), { type: 'confirm', message: 'Sure?' });
        assert.deepEqual((await rig.session.read()).dialog, { type: 'confirm', message: 'Sure?' });
        assertRefused(await rig.perform({ kind: 'tap', target: id }, SHORT_MS), 'dialog-open');
        assert.deepEqual(await rig.perform({ kind: 'dialog', accept: false }), { ok: true });
        await rig.says('confirmed false');
        assert.equal(rig.session.dialog(), undefined);
      }),
    ['dialogs'],
  );
  test(
    'a prompt gets its text',
    () =>
      bench.on('/dialogs', async (rig) => {
        await rig.do('tap', 'button', 'Prompt');
        await rig.session.changed(call(2000));
        assert.deepEqual(await rig.perform({ kind: 'dialog', accept: true, text: 'Ann' }), { ok: true });
        await rig.says('prompted Ann');
      }),
    ['dialogs'],
  );
  test(
    'a second page is counted, entered by its index, and left again',
    () =>
      bench.on('/pages', async (rig) => {
        await rig.do('tap', 'link', 'Open second');
        let reading = await rig.session.steady(call());
        while (reading.pages < 2 && (await rig.session.changed(call()))) reading = await rig.session.read();
        assert.equal(reading.pages, 2);
        assert.deepEqual(await rig.perform({ kind: 'page', index: 1 }), { ok: true });
        const second = await rig.says('Second');
        assert.deepEqual([second.title, second.page, second.pages], ['Second', 1, 2]);
        assert.deepEqual(await rig.perform({ kind: 'page', index: 0 }), { ok: true });
        assert.equal((await rig.says('Open second')).page, 0);
        const away = await rig.perform({ kind: 'page', index: 7 }, SHORT_MS);
        assert.equal(away.ok, false, 'there is no page 7');
      }),
    ['pages'],
  );
  test(
    'R33: a state-changing request is seen with method, URL and status',
    () =>
      bench.on('/requests', async (rig) => {
        assert.deepEqual(rig.session.requests(), []);
        await rig.do('tap', 'button', 'Send');
        await rig.says('answered 201');
        const [seen, ...more] = rig.session.requests();
        assert.deepEqual(more, []);
        assert.equal(seen?.method, 'POST');
        assert.match(seen?.url ?? '', /\/api\/items$/);
        assert.equal(seen?.status, 201);
      }),
    ['requests'],
  );
  test('an engine that sees no requests lists none', () =>
    bench.on('/requests', async (rig) => {
      await rig.do('tap', 'button', 'Send');
      await rig.says('answered 201');
      assert.equal(rig.session.requests().length, bench.has('requests') ? 1 : 0);
    }));
}

/** Declares the tests about locators. */
export function declareLocators(bench: Bench, test: Declare): void {
  const button = (name: string): LocatorQuery => [{ by: 'role', role: 'button', name, exact: true }];
  test('a locator gives every match in order, with its state', () =>
    bench.on('/reading', async ({ session }) => {
      await session.steady(call());
      assert.equal((await session.locator(button('Eat')).snapshot()).length, 2);
      const pear = session.locator([
        { by: 'role', role: 'listitem' },
        { by: 'hasText', text: 'Pear' },
      ]);
      assert.equal((await pear.snapshot()).length, 1);
      const [last] = await session
        .locator([
          { by: 'role', role: 'listitem' },
          { by: 'nth', index: -1 },
        ])
        .snapshot();
      assert.match(last?.text ?? '', /Pear/);
      const [frozen] = await session.locator(button('Frozen')).snapshot();
      assert.deepEqual([frozen?.visible, frozen?.enabled], [true, false]);
      const [terms] = await session.locator([{ by: 'label', text: 'Terms' }]).snapshot();
      assert.equal(terms?.checked, true);
      for (const by of ['label', 'placeholder', 'testId'] as const) {
        const text = { label: 'Email', placeholder: 'you@', testId: 'email' }[by];
        const [email] = await session.locator([{ by, text }]).snapshot();
        assert.equal(email?.value, 'ann@x.test', by);
      }
      assert.equal((await session.locator([{ by: 'text', text: 'ALL QUIET' }]).snapshot()).length, 1);
      assert.deepEqual(await session.locator(button('Nowhere')).snapshot(), []);
    }));
  test('a locator acts on its one match', () =>
    bench.on('/acting', async (rig) => {
      await rig.session.locator([{ by: 'label', text: 'Name' }]).act({ kind: 'fill', text: 'Ann' }, call());
      await rig.says('typed Ann');
      await rig.session.locator(button('Tap me')).act({ kind: 'tap' }, call());
      await rig.says('tapped');
    }));
  test('a locator without a match, with two, and with one that stays disabled throws the right code', () =>
    bench.on('/reading', async ({ session }) => {
      await session.steady(call());
      const cases = [
        ['Nowhere', 'LOCATOR_NOT_FOUND'],
        ['Eat', 'LOCATOR_AMBIGUOUS'],
        ['Frozen', 'ACTION_FAILED'],
      ] as const;
      for (const [name, code] of cases) {
        await assert.rejects(session.locator(button(name)).act({ kind: 'tap' }, call(SHORT_MS)), { code });
      }
    }));
}

/** Declares the tests about the life of a session. */
export function declareSessions(bench: Bench, test: Declare): void {
  test('a session sees no state of another, open or ended', async () => {
    const first = await bench.session();
    const second = await bench.session();
    await first.open('/visits');
    await first.open('/visits');
    assert.match(wordsOf(await first.steady(call())), /visit 2, known/);
    await second.open('/visits');
    assert.match(wordsOf(await second.steady(call())), /visit 1, new/);
    await first.end();
    assert.match(wordsOf(await second.steady(call())), /visit 1, new/);
    await second.end();
    await bench.on('/visits', async ({ session }) => {
      assert.match(wordsOf(await session.steady(call())), /visit 1, new/);
    });
  });
  test('clearState forgets, restart does not', () =>
    bench.on('/visits', async ({ session }) => {
      await session.restart();
      await session.open('/visits');
      assert.match(wordsOf(await session.steady(call())), /visit 2, known/);
      await session.clearState();
      await session.open('/visits');
      assert.match(wordsOf(await session.steady(call())), /visit 1, new/);
    }));
  test('end can be called twice', async () => {
    const session = await bench.session();
    await session.open('/second');
    await session.end();
    await session.end();
  });
}

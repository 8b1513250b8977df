// What is recorded of a call of a project's tool, and what a replay makes of it: over whole attempts on the fake engine.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { unique } from '../../cache/params.ts';
import { memoryStore } from '../../testing/index.ts';
import { INPUT, type Input, play, recorded, type Scene } from './call.fixture.ts';
import type { ToolOptions } from './define.ts';

describe('a tool that may be called again', () => {
  test('R25: is recorded with its input and called by the replay, which asks no executor', async () => {
    const store = memoryStore();
    const first = await play({ store });
    expect(first.step?.cache).toMatchObject({ mode: 'missed', write: 'saved' });
    expect(first.told).toMatchObject([{ ok: true, result: '{"id":"USER-1204"}' }]);
    expect(recorded(store)).toMatchObject([
      { action: { kind: 'tool', name: 'create_user', input: { name: 'Ann' } }, result: 'object' },
    ]);
    const second = await play({ store });
    expect(second).toMatchObject({ asked: 0, inputs: [{ name: 'Ann' }] });
    expect(second.step?.cache).toMatchObject({ mode: 'self-finalized', write: 'kept' });
  });

  test('is told of in the report of its step, live and repeated', async () => {
    const store = memoryStore();
    const call = { name: 'create_user', input: { name: 'Ann' }, outcome: 'returned', recorded: true };
    const first = await play({ store });
    expect(first.step?.toolCalls).toEqual([{ ...call, by: 'agent' }]);
    expect((await play({ store })).step?.toolCalls).toEqual([{ ...call, by: 'replay' }]);
    const reading = await play({
      calls: [{ name: 'Ann' }, { nam: 'Ann' }, { name: '<secret:token>' }, { name: 'hunter-22-secret' }],
      tool: { replay: 'read-only' },
    });
    expect(reading.step?.toolCalls).toEqual([
      { ...call, by: 'agent', recorded: false },
      { ...call, by: 'agent', input: { nam: 'Ann' }, outcome: 'refused', recorded: false },
      { ...call, by: 'agent', input: { name: '<secret:token>' }, outcome: 'refused', recorded: false },
      { ...call, by: 'agent', input: { name: '<secret:token>' }, recorded: false },
    ]);
    const failing = await play({
      tool: {
        execute: () => {
          throw new Error('no database');
        },
      },
    });
    expect(failing.step?.toolCalls).toEqual([{ ...call, by: 'agent', outcome: 'failed' }]);
  });

  test('R12: is given the unique value of this run', async () => {
    const store = memoryStore();
    const goal = 'add the user {name}';
    const name = (text: string): Scene => ({
      store,
      goal,
      params: { name: unique(text) },
      calls: [{ name: `${text} "x"` }],
    });
    await play(name('Ann 1'));
    expect(recorded(store)[0]?.action).toMatchObject({ input: { name: '{{name}} "x"' } });
    const second = await play(name('Bob 2'));
    expect(second).toMatchObject({ asked: 0, inputs: [{ name: 'Bob 2 "x"' }] });
  });

  test('never replays a unique value that it took as a number: it can hold no slot', async () => {
    const store = memoryStore();
    const scene: Scene = {
      store,
      goal: 'add a user of age {age}',
      params: { age: unique(4711) },
      calls: [{ name: 'Ann', age: 4711 }],
    };
    await play(scene);
    const second = await play(scene);
    expect(second.asked).toBe(1);
    expect(second.step?.cache).toMatchObject({
      reason: 'truncated',
      detail: expect.stringContaining('action 1 gives a tool a unique() value as a number or a key'),
    });
  });

  test.each<[string, Partial<ToolOptions<Input>>, string, string, string]>([
    [
      'throws',
      {
        execute: () => {
          throw new Error('no database');
        },
      },
      'action-failed',
      'tool create_user failed: no database',
      '',
    ],
    [
      'gives another kind of result',
      { execute: () => [] },
      'action-failed',
      'it gave a list, and an object when it was recorded',
      ', which gave []',
    ],
    [
      'hangs',
      { execute: () => new Promise(() => {}), timeout: 100 },
      'action-uncertain',
      'tool create_user gave no answer within 100 ms; what it was asked for may still happen',
      '',
    ],
  ])('hands the step over when it %s', async (_, tool, reason, detail, gave) => {
    const store = memoryStore();
    await play({ store });
    const second = await play({ store, tool, calls: [], search: () => 'nobody' });
    expect(second.asked).toBe(1);
    expect(second.step?.cache).toMatchObject({
      mode: 'agent-concluded',
      reason,
      detail: `at action 1 of 1, call tool "create_user" with {"name":"Ann"}: ${detail}`,
    });
    // It ran: it is not to be done again.
    expect(second.handOff?.performed).toEqual([`call tool "create_user" with {"name":"Ann"}${gave}`]);
    expect(second.handOff?.remaining).toEqual([]);
  });

  test('hands the step over when its input does not fit any more, and is not run', async () => {
    const store = memoryStore();
    await play({ store });
    const second = await play({
      store,
      tool: { input: INPUT.extend({ name: z.string().min(9) }) },
      calls: [{ name: 'Ann Margret' }],
    });
    expect(second.inputs).toEqual([{ name: 'Ann Margret' }]);
    expect(second.step?.cache).toMatchObject({ reason: 'action-failed' });
    expect(second.step?.cache?.detail).toContain('the arguments of create_user do not fit: name: Too small');
    expect(second.handOff?.remaining).toHaveLength(1);
  });

  test.each<[string, Scene]>([
    ['is gone from the config', { tools: [], calls: [], search: () => 'nobody' }],
    ['is not declared so any more', { tool: { replay: 'read-only' }, calls: [], search: () => 'nobody' }],
  ])('is a gap when it %s', async (_, change) => {
    const store = memoryStore();
    await play({ store });
    const second = await play({ store, ...change });
    expect(second.step?.cache).toMatchObject({ mode: 'agent-concluded', reason: 'gap' });
    expect(second).toMatchObject({ asked: 1, inputs: [] });
  });

  test('tells the agent that goes on what it gave this time', async () => {
    const store = memoryStore();
    await play({ store, search: ([called]) => (called?.ok ? called.result.slice(7, 16) : '') });
    const second = await play({ store, calls: [], search: () => 'nobody' });
    expect(second.step?.cache).toMatchObject({ reason: 'gap', derived: 'tool-result' });
    expect(second.handOff?.performed).toEqual([
      'call tool "create_user" with {"name":"Ann"}, which gave {"id":"USER-1204"}',
    ]);
  });
});

describe('any other tool', () => {
  test('R25: is a gap before which a replay stops, unless it only reads', async () => {
    const store = memoryStore();
    const tool = { replay: undefined } as unknown as Partial<ToolOptions<Input>>;
    await play({ store, tool });
    const second = await play({ store, tool });
    expect(second.step?.cache).toMatchObject({ reason: 'gap', derived: 'tool-call' });
    expect(second.step?.cache?.detail).toBe(
      `at action 1 of 1, call tool "create_user" with {"name":"Ann"}: it can't be repeated (tool-call: the tool's calls may not be repeated)`,
    );
    expect(second.asked).toBe(1);
  });

  test('that only reads is not recorded, and a replay goes on without it', async () => {
    const store = memoryStore();
    const scene: Scene = {
      store,
      tool: { replay: 'read-only', execute: () => 'Ann and Bob' },
      search: () => 'made up',
    };
    const first = await play(scene);
    expect(first.told).toMatchObject([{ ok: true, result: 'Ann and Bob' }]);
    expect(recorded(store).map(({ action }) => action.kind)).toEqual(['type']);
    const second = await play(scene);
    expect(second.step?.cache).toMatchObject({ mode: 'self-finalized' });
    expect(second).toMatchObject({ asked: 0, told: [] });
  });

  test('R25: that only reads makes what it gave a value that is not repeated', async () => {
    const store = memoryStore();
    const scene: Scene = {
      store,
      tool: { replay: 'read-only', execute: () => 'Ann, Bob' },
      search: () => 'Bob',
    };
    await play(scene);
    expect((await play(scene)).step?.cache).toMatchObject({ reason: 'gap', derived: 'tool-result' });
  });

  test('that gives nothing back gives no value that could not be repeated', async () => {
    const store = memoryStore();
    const scene: Scene = {
      store,
      tool: { replay: 'read-only', execute: () => undefined },
      search: ([called]) => (called?.ok ? called.result : ''),
    };
    const first = await play(scene);
    expect(first.told).toMatchObject([{ ok: true, result: 'nothing' }]);
    expect((await play(scene)).step?.cache).toMatchObject({ mode: 'self-finalized' });
  });

  test('that failed when it was recorded is a gap, whatever it is declared as', async () => {
    const store = memoryStore();
    const failing = { execute: () => Promise.reject(new Error('no database')) };
    const first = await play({ store, tool: failing, search: () => 'nobody' });
    expect(first.told).toMatchObject([
      { ok: false, code: 'ACTION_FAILED', message: 'tool create_user failed: no database' },
    ]);
    expect(recorded(store)[0]).toMatchObject({ result: 'error', derived: 'tool-call' });
    expect((await play({ store, search: () => 'nobody' })).step?.cache).toMatchObject({ reason: 'gap' });
  });
});

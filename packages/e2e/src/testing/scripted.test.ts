import { describe, expect, test } from 'vitest';
import type { ActStep, JudgeStep } from '../agent/executor.ts';
import { type ScriptedExecutor, scripted } from './scripted.ts';

const screen = { location: 'http://app.test/', title: 'App', nodes: [], text: '' };

function act(executor: ScriptedExecutor, instruction: string): ReturnType<ScriptedExecutor['act']> {
  const step: ActStep = {
    instruction,
    params: {},
    context: '',
    screen,
    look: async () => screen,
    perform: async () => ({ ok: true, screen }),
    tools: [],
    callTool: async () => ({ ok: true, result: '', screen }),
    countModelCall: () => {
      throw new Error('a scripted executor counted a model call of its own accord');
    },
    maxSteps: 10,
    signal: new AbortController().signal,
  };
  return executor.act(step);
}

async function judge(executor: ScriptedExecutor, statement: string): Promise<unknown> {
  const step: JudgeStep = {
    kind: 'assert',
    statement,
    context: '',
    screen,
    countModelCall: () => {},
    signal: new AbortController().signal,
  };
  return executor.judge?.(step);
}

describe('a scripted executor', () => {
  test('passes when its script returns nothing', async () => {
    const executor = scripted({ 'add one': async () => undefined });
    expect(await act(executor, 'add one')).toEqual({ status: 'passed', summary: 'did as scripted: add one' });
  });

  test('ends with the verdict of its script', async () => {
    const executor = scripted([
      [/^delete/, () => ({ status: 'blocked', summary: 'not allowed', code: 'POLICY_DENIED' })],
    ]);
    expect(await act(executor, 'delete all')).toMatchObject({ status: 'blocked', code: 'POLICY_DENIED' });
  });

  test('takes an object, a map or pairs, and the first match', async () => {
    const script = async (): Promise<undefined> => undefined;
    const first = async (): Promise<{ status: 'failed'; summary: string }> => ({
      status: 'failed',
      summary: 'first',
    });
    for (const executor of [
      scripted({ go: script }),
      scripted(new Map([['go', script]])),
      scripted([
        [/g/g, script],
        ['go', first],
      ]),
    ]) {
      expect((await act(executor, 'go')).status).toBe('passed');
      expect((await act(executor, 'go')).status).toBe('passed');
    }
    expect(
      (
        await act(
          scripted([
            ['go', first],
            [/g/, script],
          ]),
          'go',
        )
      ).summary,
    ).toBe('first');
  });

  test('names the goal and the known scripts when there is none', async () => {
    const executor = scripted([
      ['add one', async () => undefined],
      [/^remove \w+$/, async () => undefined],
    ]);
    await expect(act(executor, 'add two')).rejects.toThrowErrorMatchingInlineSnapshot(`
      [Error: no script for the goal "add two"; the scripts are:
        - "add one"
        - /^remove \\w+$/]
    `);
    await expect(act(scripted({}), 'add two')).rejects.toThrow('there are no scripts');
  });

  test('finds no script in what an object inherits', async () => {
    await expect(act(scripted({}), 'toString')).rejects.toThrow('no script for the goal "toString"');
  });

  test('remembers every call, those without a script too, until it is reset', async () => {
    const executor = scripted({ go: async () => undefined }, { judge: { ready: true } });
    await act(executor, 'go');
    await act(executor, 'away').catch(() => {});
    await judge(executor, 'ready');
    expect([executor.calls, executor.judged]).toEqual([['go', 'away'], ['ready']]);
    executor.reset();
    expect([executor.calls, executor.judged]).toEqual([[], []]);
  });

  test('judges by value or function, a boolean standing for holds or fails', async () => {
    const executor = scripted(
      {},
      {
        judge: [
          ['yes', true],
          ['no', () => false],
          [/count/, async (step) => ({ status: 'holds', reason: step.statement, value: 3 })],
        ],
      },
    );
    expect(await judge(executor, 'yes')).toMatchObject({ status: 'holds' });
    expect(await judge(executor, 'no')).toMatchObject({ status: 'fails' });
    expect(await judge(executor, 'the count')).toEqual({ status: 'holds', reason: 'the count', value: 3 });
    await expect(judge(executor, 'maybe')).rejects.toThrow('no script for the statement "maybe"');
  });

  test('has no judge unless it is given one', () => {
    expect(scripted({}).judge).toBeUndefined();
    expect(scripted({}, { name: 'buyer', version: '2' })).toMatchObject({ name: 'buyer', version: '2' });
  });
});

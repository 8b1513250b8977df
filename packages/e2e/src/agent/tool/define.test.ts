import { expect, test } from 'vitest';
import { z } from 'zod';
import { ACTION_KINDS } from '../../screen/action.ts';
import { actTools } from '../model/tools.ts';
import type { StandardSchema } from '../standard-schema.ts';
import { toolInfos } from './call.ts';
import { defineTool, type ProjectTool, type ToolOptions } from './define.ts';

const good: ToolOptions<{ email: string }> = {
  name: 'create_user',
  description: 'Creates a user.',
  input: z.object({ email: z.string() }),
  execute: () => undefined,
};

function fault(options: unknown): string {
  try {
    defineTool(options as ToolOptions<unknown>);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  return 'none';
}

test('a tool is what was written down, and cannot be changed', () => {
  const tool = defineTool({
    ...good,
    replay: 'same-input',
    timeout: 5_000,
    maxChars: 100,
    secrets: ['token'],
  });
  expect(tool).toMatchObject({ kind: 'tool', name: 'create_user', replay: 'same-input' });
  expect(Object.isFrozen(tool)).toBe(true);
});

test('`execute` is given what the schema makes of the input, typed', () => {
  const tool = defineTool({
    name: 'wait_days',
    description: 'Sets the clock.',
    input: z.object({ days: z.coerce.number() }),
    execute: ({ days }) => days.toFixed(1),
  });
  expect(tool.execute({ days: 2 }, { signal: new AbortController().signal })).toBe('2.0');
});

test('what is wrong with a tool is said by key, all of it at once', () => {
  const wrong = {
    name: 'create user',
    description: ' ',
    input: { email: 'string' },
    execute: 'later',
    replay: 'sameinput',
    timeout: 0,
    maxChars: 1.5,
    secrets: ['token', ''],
    replays: 1,
  };
  expect(fault(wrong)).toMatchInlineSnapshot(`
    "defineTool():
      name: expected letters, digits, _ and -, 64 at most, and no name of a built-in tool such as "tap", got "create user".
      description: expected a text that says what it does, got " ".
      input: expected a Standard Schema of an object, such as z.object({ email: z.string() }), got {"email":"string"}.
      execute: expected a function, got "later".
      replay: expected one of "read-only", "same-input", or nothing, got "sameinput". Did you mean "same-input"?
      timeout: expected a whole number of milliseconds above 0, got 0.
      maxChars: expected a whole number above 0, got 1.5.
      secrets: expected names of secrets, such as ["password"], got ["token",""].
      replays: unknown option (got 1). Did you mean "replay"?"
  `);
  expect(fault({ name: 'a' })).toMatchInlineSnapshot(`
    "defineTool():
      description: expected a text that says what it does, got nothing.
      input: expected a Standard Schema of an object, such as z.object({ email: z.string() }), got nothing.
      execute: expected a function, got nothing."
  `);
  expect(fault(undefined)).toBe('defineTool(): expected an object of options, got nothing.');
});

test('the input must be an object, where the schema library can tell', () => {
  expect(fault({ ...good, input: z.string() })).toContain('input: expected a Standard Schema of an object');
  expect(fault({ ...good, input: z.union([z.object({}), z.string()]) })).toContain('input: expected');
  const silent: StandardSchema<unknown> = {
    '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) },
  };
  expect(fault({ ...good, input: silent })).toBe('none');
  expect(fault({ ...good, input: Object.assign(() => 1, silent) })).toBe('none');
});

test('no tool takes the name of a built-in one', () => {
  const taken = [...ACTION_KINDS, ...actTools().map(({ name }) => name), 'verdict'];
  for (const name of taken) expect(fault({ ...good, name })).toContain('name: expected');
});

test('an executor is told of tools by name, whatever the order of the config, after the built-in ones', () => {
  const tool = (name: string): ProjectTool => defineTool({ ...good, name });
  const infos = toolInfos([tool('b'), tool('C'), tool('a')]);
  expect(infos.map(({ name }) => name)).toEqual(['C', 'a', 'b']);
  expect(infos[0]).toEqual({
    name: 'C',
    description: 'Creates a user.',
    inputSchema: {
      type: 'object',
      properties: { email: { type: 'string' } },
      required: ['email'],
    },
  });
  expect(actTools(undefined, infos).slice(0, -3)).toEqual(actTools());
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { readingOf, type Spec } from '../../screen/reading.fixture.ts';
import { toScreen } from '../../screen/view.ts';
import { type ModelScript, type ModelServer, startModelServer } from '../../testing/model-server.ts';
import type { JudgeStep, Judgment } from '../executor.ts';
import { modelExecutor } from './executor.ts';

const CART: readonly Spec[] = [
  { role: 'heading', name: 'Cart' },
  { role: 'status', text: '1 item' },
  { role: 'textbox', name: 'Note', value: 'gift' },
];

interface Asked {
  readonly server: ModelServer;
  readonly judgment: Promise<Judgment>;
}

async function ask(
  script: ModelScript,
  more: Partial<JudgeStep> = {},
  specs: readonly Spec[] = CART,
): Promise<Asked> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const { judge } = modelExecutor({ model: { baseURL: server.baseURL, model: 'tiny' } });
  if (judge === undefined) throw new Error('a model executor has a judge');
  const judgment = judge({
    kind: 'assert',
    statement: 'the cart has one item',
    context: '',
    screen: toScreen(readingOf(...specs)),
    countModelCall: () => {},
    signal: new AbortController().signal,
    ...more,
  });
  return { server, judgment };
}

type Answer = { readonly tool: 'verdict'; readonly input: unknown };
const verdict = (status: string, seen: readonly string[], value?: unknown): Answer => ({
  tool: 'verdict',
  input: { status, reason: 'so it says', seen, ...(value === undefined ? {} : { value }) },
});

describe('a judgment', () => {
  test('is the verdict of the model, which saw the statement and the screen and nothing else', async () => {
    const { server, judgment } = await ask([verdict('fails', ['1 item'])]);
    expect(await judgment).toEqual({ status: 'fails', reason: 'so it says' });
    const [request] = server.requests;
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(String(request?.messages[1]?.content)).toMatch(
      /^Statement: the cart has one item\n\n<screen>\n[\s\S]*2 status "1 item"[\s\S]*<\/screen>$/u,
    );
    expect(request?.tools.map((tool) => tool.function.name)).toEqual(['unfold', 'find', 'verdict']);
  });

  test('that quotes what the screen does not say is asked for once more, and then not followed', async () => {
    const mended = await ask([verdict('holds', ['2 items']), verdict('fails', ['1 item'])]);
    expect((await mended.judgment).status).toBe('fails');
    const made = await ask(() => verdict('holds', ['2 items']));
    expect(await made.judgment).toEqual({
      status: 'inconclusive',
      reason: 'the judge cannot be followed: the screen does not say "2 items"',
    });
    expect(made.server.requests).toHaveLength(2);
  });

  test('may rest on nothing where a thing is not there', async () => {
    const { judgment } = await ask([verdict('holds', [])], { statement: 'there is no error' });
    expect((await judgment).status).toBe('holds');
  });

  test('looks into what is folded', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({ role: 'listitem', name: `Person ${index}` }));
    const { server, judgment } = await ask(
      [{ tool: 'find', input: { text: 'person 2999' } }, verdict('holds', ['Person 2999'])],
      {},
      [{ role: 'list', name: 'People', children: rows }],
    );
    expect((await judgment).status).toBe('holds');
    expect(String(server.requests[0]?.messages[1]?.content)).not.toContain('Person 2999');
    expect(String(server.requests[1]?.messages.at(-1)?.content)).toContain('listitem "Person 2999"');
  });

  test('that never comes is inconclusive', async () => {
    const { judgment } = await ask((_request, index) => ({ tool: 'find', input: { text: `item ${index}` } }));
    expect((await judgment).reason).toContain('without a verdict');
  });

  test.each([
    ['another status', { tool: 'verdict', input: { status: 'probably', reason: 'x', seen: [] } }],
    ['no reason', { tool: 'verdict', input: { status: 'holds', seen: [] } }],
    ['another tool', { tool: 'tap', input: { target: '1' } }],
    ['only words', { text: 'It holds.' }],
  ])('takes nothing but the three answers: %s', async (_what, answer) => {
    const { server, judgment } = await ask(() => answer);
    await expect(judgment).rejects.toMatchObject({ code: 'MODEL_OUTPUT_INVALID' });
    expect(server.requests).toHaveLength(3);
  });
});

describe('an extracted value', () => {
  const extract = (script: ModelScript, schema?: unknown): Promise<Asked> =>
    ask(script, { kind: 'extract', statement: 'the note', schema });

  test('is what the model gives, when the screen says it', async () => {
    const { judgment } = await extract([verdict('holds', ['1 item', 'gift'], { count: 1, note: 'gift' })]);
    expect(await judgment).toEqual({
      status: 'holds',
      reason: 'so it says',
      value: { count: 1, note: 'gift' },
    });
  });

  test.each([
    ['a placeholder', 'N/A', ['gift']],
    ['an empty text', '', ['gift']],
    ['something made up', 'Merry Christmas', ['gift']],
    ['a number that nothing is quoted for', 0, []],
  ])('that is %s is refused', async (_what, value, seen) => {
    const { server, judgment } = await extract(() => verdict('holds', seen, value));
    expect((await judgment).status).toBe('inconclusive');
    expect(server.requests).toHaveLength(2);
  });

  const ORDER: readonly Spec[] = [
    { role: 'status', text: '1 item, ordered 17 May 2030' },
    { role: 'text', text: 'Call +49 151 2345678' },
    { role: 'cell', text: '1,234 points for Ann' },
  ];
  const STATE = { type: 'string', enum: ['full', 'empty'] };
  const DATE = { type: 'string', format: 'date' };
  const LIST = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { state: { $ref: '#/$defs/State' }, more: { type: 'array', items: { $ref: '#' } } },
    $defs: { State: { anyOf: [{ $ref: '#/$defs/Fill' }, { type: 'null' }] }, Fill: STATE },
  };
  const KINDS = {
    oneOf: [
      { type: 'object', properties: { kind: { const: 'cart' }, state: STATE } },
      { type: 'object', properties: { kind: { const: 'note' }, state: { type: 'string' } } },
    ],
  };

  test.each<[string, unknown, unknown, boolean]>([
    ['a word of an enum', STATE, 'full', true],
    ['a word of no enum', STATE, 'broken', false],
    ['a date in the form of its schema', DATE, '2030-05-17', true],
    ['a date of which the screen says nothing', DATE, '2029-11-03', false],
    ['a placeholder for a date', DATE, 'N/A', false],
    ['digits in the form of a pattern', { pattern: '^[+]\\d+$' }, '+491512345678', true],
    ['a number without its comma', { pattern: '^\\d+$' }, '1234', true],
    ['digits that are not there', { pattern: '^\\d+$' }, '4321', false],
    ['words that any pattern has', { pattern: '.*' }, 'Merry Christmas', false],
    ['an address that is made up', { format: 'email' }, 'ann@example.com', false],
    ['a word of one alternative', { anyOf: [STATE, { type: 'null' }] }, 'empty', true],
    ['a word of another alternative than the one meant', KINDS, { kind: 'note', state: 'full' }, false],
    ['a word of the alternative that is meant', KINDS, { kind: 'cart', state: 'full' }, true],
    ['a word of a part', { allOf: [{ type: 'object' }, { properties: { a: STATE } }] }, { a: 'full' }, true],
    ['made up beside a part', { allOf: [{ properties: { a: STATE } }] }, { a: 'full', b: 'oak' }, false],
    ['words of shared parts', LIST, { state: 'full', more: [{ state: 'empty' }] }, true],
    ['a word that shared parts do not have', LIST, { state: null, more: [{ state: 'broken' }] }, false],
  ])('may say what its schema words, and nothing else: %s', async (_what, schema, value, isGrounded) => {
    const { judgment } = await ask(
      () => verdict('holds', ['1 item'], value),
      { kind: 'extract', statement: 'it', schema },
      ORDER,
    );
    expect((await judgment).status).toBe(isGrounded ? 'holds' : 'inconclusive');
  });

  test('is asked for with a schema whose references lead somewhere', async () => {
    const { server, judgment } = await extract([verdict('holds', ['gift'], { more: [] })], LIST);
    await judgment;
    const tool = server.requests[0]?.tools.find((one) => one.function.name === 'verdict');
    expect(tool?.function).toMatchObject({
      parameters: {
        properties: {
          value: {
            properties: {
              state: { $ref: '#/$defs/State' },
              more: { items: { $ref: '#/properties/value' } },
            },
          },
        },
        $defs: { State: { anyOf: [{ $ref: '#/$defs/Fill' }, { type: 'null' }] }, Fill: STATE },
      },
    });
  });

  test('that is missing is asked for again', async () => {
    const { judgment } = await extract([verdict('holds', ['gift']), verdict('holds', ['gift'], 'gift')]);
    expect((await judgment).value).toBe('gift');
  });
});

// The schema that ships with the package, held to the types and closed lists it repeats.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../base/error.ts';
import type { StepCache } from '../cache/outcome.ts';
import { allEndings, attempt, pictures, record, report, step } from './record.fixture.ts';
import type {
  AttemptRecord,
  CacheSummary,
  CallRecord,
  ErrorRecord,
  PictureRecord,
  RetryRecord,
  RunRecord,
  RunReport,
  StepRecord,
  TestRecord,
  TimingsRecord,
  ToolCallRecord,
  UsageRecord,
} from './record.ts';

interface ObjectSchema {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly unknown[] }>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}
const schema = JSON.parse(readFileSync(new URL('../../report.schema.json', import.meta.url), 'utf8')) as {
  readonly $defs: Readonly<Record<string, ObjectSchema>>;
} & ObjectSchema;
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

function definition(name: string): ObjectSchema {
  const found = schema.$defs[name];
  if (found === undefined) throw new Error(`no definition ${name}`);
  return found;
}

/** Every optional field once. */
const everything: RunReport = report(
  [
    ...allEndings,
    record('holds every field', {
      tags: ['smoke'],
      status: 'failed',
      attempts: [
        attempt(
          [
            step('a step', {
              api: 'agent.act',
              retries: [{ model: 'a/one', reason: 'status 429', waitMs: 1000 }],
              summary: 'pressed Add',
              error: { code: 'ACTION_FAILED', message: 'covered', location: 'a.ts:1:1', frame: '> 1' },
              cache: {
                mode: 'agent-concluded',
                reason: 'end-mismatch',
                detail: 'status "1 item" did not show',
                entry: 'e'.repeat(64),
                recordedBy: { executor: 'offline', model: 'none', version: '0.1.0' },
                notRecorded: 'param-collision',
                evidence: { caused: 1, recorded: 2 },
                relocated: ['button "Add"'],
                skipped: ['tap button "Accept"'],
                write: 'evicted',
              },
              notAwaited: true,
              toolCalls: [
                { name: 'a_tool', input: { a: [1] }, by: 'agent', outcome: 'returned', recorded: true },
              ],
              pictures,
            }),
          ],
          {
            status: 'failed',
            usage: {
              modelCalls: 1,
              inputTokens: 2,
              outputTokens: 3,
              cachedTokens: 1,
              costUsd: 0.003,
              models: ['a/one'],
            },
            error: { message: 'a' },
            errors: [{ message: 'a' }, { message: 'b' }],
            notAwaited: [{ call: 'agent.act "a step"', location: 'a.ts:1:1' }, { call: 'app.open()' }],
          },
        ),
      ],
    }),
  ],
  { readOnly: ['ci', 'strict'], errors: [{ code: 'APP_UNREACHABLE', message: 'no answer' }] },
);

/** The paths of every object inside a value. */
function objectPaths(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectPaths(item, [...path, index]));
  if (value === null || typeof value !== 'object') return [];
  return [path, ...Object.entries(value).flatMap(([key, item]) => objectPaths(item, [...path, key]))];
}

/** A deep copy with the object at the path changed. */
function changed(
  value: RunReport,
  path: readonly (string | number)[],
  change: (at: Record<string, unknown>) => void,
): unknown {
  const copy = structuredClone(value) as unknown;
  let at = copy as Record<string | number, unknown>;
  for (const key of path) at = at[key] as Record<string | number, unknown>;
  change(at as Record<string, unknown>);
  return copy;
}

describe('report.schema.json', () => {
  test('accepts a report with every ending, with every field, and with no test', () => {
    for (const example of [report(allEndings), everything, report([])]) {
      validate(JSON.parse(JSON.stringify(example)));
      expect(validate.errors).toBeNull();
    }
  });

  test('repeats the closed list of errors', () => {
    expect((definition('errorCode') as unknown as { enum: string[] }).enum).toEqual(Object.keys(ERROR_CODES));
  });

  test('knows exactly the fields of the types', () => {
    // A field added to a type does not compile here until it is listed, and fails here until the schema has it.
    const fields = {
      error: { code: 1, message: 1, location: 1, frame: 1 } satisfies Record<keyof ErrorRecord, 1>,
      usage: {
        modelCalls: 1,
        inputTokens: 1,
        outputTokens: 1,
        cachedTokens: 1,
        costUsd: 1,
        models: 1,
      } satisfies Record<keyof UsageRecord, 1>,
      retry: { model: 1, reason: 1, waitMs: 1 } satisfies Record<keyof RetryRecord, 1>,
      cacheSummary: { replayed: 1, handedOff: 1, missed: 1, notSaved: 1 } satisfies Record<
        keyof CacheSummary,
        1
      >,
      run: {
        status: 1,
        exitCode: 1,
        startedAt: 1,
        durationMs: 1,
        version: 1,
        ai: 1,
        cache: 1,
        readOnly: 1,
        errors: 1,
      } satisfies Record<keyof RunRecord, 1>,
      test: {
        id: 1,
        titlePath: 1,
        file: 1,
        line: 1,
        target: 1,
        agent: 1,
        tags: 1,
        status: 1,
        attempts: 1,
      } satisfies Record<keyof TestRecord, 1>,
      attempt: {
        status: 1,
        durationMs: 1,
        error: 1,
        errors: 1,
        steps: 1,
        notAwaited: 1,
        usage: 1,
      } satisfies Record<keyof AttemptRecord, 1>,
      call: { call: 1, location: 1 } satisfies Record<keyof CallRecord, 1>,
      step: {
        api: 1,
        label: 1,
        status: 1,
        durationMs: 1,
        timings: 1,
        modelCalls: 1,
        retries: 1,
        summary: 1,
        error: 1,
        cache: 1,
        notAwaited: 1,
        toolCalls: 1,
        pictures: 1,
      } satisfies Record<keyof StepRecord, 1>,
      toolCall: {
        name: 1,
        input: 1,
        by: 1,
        outcome: 1,
        recorded: 1,
      } satisfies Record<keyof ToolCallRecord, 1>,
      timings: { app: 1, waiting: 1, product: 1, model: 1 } satisfies Record<keyof TimingsRecord, 1>,
      picture: {
        moment: 1,
        action: 1,
        file: 1,
        withheld: 1,
        box: 1,
        viewport: 1,
      } satisfies Record<keyof PictureRecord, 1>,
      box: { x: 1, y: 1, width: 1, height: 1 } satisfies Record<keyof NonNullable<PictureRecord['box']>, 1>,
      viewport: { width: 1, height: 1 } satisfies Record<keyof PictureRecord['viewport'], 1>,
      stepCache: {
        mode: 1,
        reason: 1,
        detail: 1,
        entry: 1,
        recordedBy: 1,
        notRecorded: 1,
        derived: 1,
        evidence: 1,
        relocated: 1,
        skipped: 1,
        write: 1,
      } satisfies Record<keyof StepCache, 1>,
    };
    for (const [name, keys] of Object.entries(fields)) {
      expect(Object.keys(definition(name).properties), name).toEqual(Object.keys(keys));
    }
  });

  test('refuses an unknown field in any object', () => {
    // What a tool was given is of the project's own shape.
    for (const path of objectPaths(everything).filter((each) => !each.includes('input'))) {
      const wrong = changed(everything, path, (at) => {
        at.surprise = 1;
      });
      expect(validate(wrong), `surprise at ${path.join('.')}`).toBe(false);
    }
  });

  test('refuses a report without a field that the types require', () => {
    const minimal = report([record('one', { attempts: [attempt([step('a')])] })], {
      errors: [{ message: 'lost' }],
    });
    for (const path of objectPaths(minimal)) {
      const keys = Object.keys(path.reduce<unknown>((at, key) => (at as never)[key], minimal) as object);
      for (const key of keys) {
        const wrong = changed(minimal, path, (at) => delete at[key]);
        expect(validate(wrong), `without ${[...path, key].join('.')}`).toBe(false);
      }
    }
  });

  test.each<[string, readonly (string | number)[], Record<string, unknown>]>([
    ['another schema version', [], { schemaVersion: 2 }],
    ['an exit code that is not ours', ['run'], { exitCode: 5 }],
    ['a local time', ['run'], { startedAt: '2026-01-02T03:04:05' }],
    ['a negative count', ['run', 'cache'], { missed: -1 }],
    ['half a call', ['run', 'ai'], { modelCalls: 0.5 }],
    ['an unknown status', ['tests', 0], { status: 'ok' }],
    ['an absolute file', ['tests', 0], { file: '/tests/a.e2e.ts' }],
    ['line 0', ['tests', 0], { line: 0 }],
    ['an unknown api', ['tests', 0, 'attempts', 0, 'steps', 0], { api: 'agent.do' }],
    ['an unknown mode', ['tests', 0, 'attempts', 0, 'steps', 0], { cache: { mode: 'replayed' } }],
    ['a miss without a reason', ['tests', 0, 'attempts', 0, 'steps', 0], { cache: { mode: 'missed' } }],
    [
      'a replay with a reason',
      ['tests', 0, 'attempts', 0, 'steps', 0, 'cache'],
      { mode: 'self-finalized', reason: 'gap' },
    ],
    ['an entry that is no hash', ['tests', 0, 'attempts', 0, 'steps', 0, 'cache'], { entry: 'abc' }],
    ['an unknown write', ['tests', 0, 'attempts', 0, 'steps', 0, 'cache'], { write: 'stored' }],
    ['an unknown code', ['run', 'errors', 0], { code: 'OOPS' }],
    ['an error that is text', ['tests', 0, 'attempts', 0], { error: 'failed' }],
  ])('refuses %s', (_, path, fields) => {
    expect(validate(changed(everything, path, (at) => Object.assign(at, fields)))).toBe(false);
  });
});

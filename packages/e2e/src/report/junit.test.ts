import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { temporaryDir } from '../base/temporary.fixture.ts';
import { createReporters } from './index.ts';
import { junitXml } from './junit.ts';
import { allEndings, attempt, handedOff, play, record, report, step } from './record.fixture.ts';
import type { RunReport } from './record.ts';
import { xmlDocument } from './xml.ts';

/** Parses strictly; gives each element's attributes and text by name. */
function parse(xml: string): readonly { name: string; attributes: Record<string, string>; text: string }[] {
  const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof found)[number][] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    found.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return found;
}

/** Every string of a report that users, pages and errors fill. */
function filledWith(text: string): RunReport {
  const error = { message: text, location: text, frame: text };
  const failing = step(text, {
    status: 'failed',
    error,
    cache: { mode: 'missed', reason: 'gap', detail: text },
  });
  const flaky = attempt([], { status: 'failed', error });
  return report(
    [
      record(text, {
        id: text,
        file: text,
        target: text,
        agent: text,
        tags: [text],
        titlePath: [text, text],
      }),
      record(text, {
        status: 'failed',
        attempts: [attempt([failing], { status: 'failed', error, errors: [error, error] })],
      }),
      record(text, { status: 'flaky', attempts: [flaky, attempt([handedOff])] }),
    ],
    { errors: [error] },
  );
}

describe('junit.xml', () => {
  test('holds a suite per file and a case per test', () => {
    expect(junitXml(report(allEndings))).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="e2e" tests="5" failures="1" skipped="1" errors="0" time="12.345">
        <testsuite name="tests/cart.e2e.ts" tests="5" failures="1" skipped="1" errors="0" time="12.270" timestamp="2026-01-02T03:04:05.678Z">
          <testcase name="cart › adds an item" classname="tests/cart.e2e.ts" file="tests/cart.e2e.ts" line="3" time="1.240">
            <properties>
              <property name="id" value="adds-an-item"/>
              <property name="target" value="web"/>
              <property name="agent" value="default"/>
            </properties>
            <system-out>passed  agent.act "add one item to the cart"  120ms  replayed
      </system-out>
          </testcase>
          <testcase name="cart › applies a coupon" classname="tests/cart.e2e.ts" file="tests/cart.e2e.ts" line="8" time="3.550">
            <properties>
              <property name="id" value="applies-a-coupon"/>
              <property name="target" value="web"/>
              <property name="agent" value="default"/>
            </properties>
            <system-out>passed  agent.act "add one item to the cart"  120ms  replayed
      passed  agent.act "apply the coupon SAVE10"  2.31s  handed off (target-not-found: at action 2 of 3, tap button "Apply": no button with this name in region "Coupon")
      passed  agent.act "open the orders page"  120ms  missed (no-entry: no recording of this step)
      </system-out>
          </testcase>
          <testcase name="cart › keeps one item" classname="tests/cart.e2e.ts" file="tests/cart.e2e.ts" line="10" time="5.000">
            <properties>
              <property name="id" value="keeps-one-item"/>
              <property name="target" value="web"/>
              <property name="agent" value="default"/>
              <property name="tags" value="smoke cart"/>
            </properties>
            <failure message="expected status to have text &quot;1 item&quot;&#10;received &quot;2 items&quot;" type="ASSERTION_FAILED">ASSERTION_FAILED: expected status to have text "1 item"
      received "2 items"
      at tests/cart.e2e.ts:12:9
        11 |   await agent.act("add one item");
      &gt; 12 |   await expect(status).toHaveText("1 item");
           |         ^</failure>
            <system-out>passed  agent.act "add one item to the cart"  120ms  replayed
      failed  agent.act "pay the order"  120ms  missed (wrong-context: on /login, recorded on /cart)
      </system-out>
          </testcase>
          <testcase name="cart › empties the cart (buyer)" classname="tests/cart.e2e.ts" file="tests/cart.e2e.ts" line="20" time="2.480">
            <properties>
              <property name="id" value="empties-the-cart"/>
              <property name="target" value="web"/>
              <property name="agent" value="buyer"/>
              <property name="flaky" value="true"/>
              <property name="attempts" value="2"/>
              <property name="flaky.error" value="socket hang up"/>
            </properties>
            <system-out>passed  agent.act "empty the cart"  120ms  missed (retry: a retry runs live)
      </system-out>
          </testcase>
          <testcase name="cart › waits for stock" classname="tests/cart.e2e.ts" file="tests/cart.e2e.ts" line="30" time="0.000">
            <properties>
              <property name="id" value="waits-for-stock"/>
              <property name="target" value="web"/>
              <property name="agent" value="default"/>
            </properties>
            <skipped/>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  test('counts add up over suites', () => {
    const run = report([...allEndings, record('other', { file: 'tests/b.e2e.ts' })], {
      errors: [{ code: 'APP_UNREACHABLE', message: 'no answer' }],
    });
    const elements = parse(junitXml(run));
    const suites = elements.filter(({ name }) => name === 'testsuite').map(({ attributes }) => attributes);
    expect(
      suites.map(({ name, tests, failures, skipped, errors }) => [name, tests, failures, skipped, errors]),
    ).toEqual([
      ['tests/cart.e2e.ts', '5', '1', '1', '0'],
      ['tests/b.e2e.ts', '1', '0', '0', '0'],
      ['run', '1', '0', '0', '1'],
    ]);
    expect(elements.find(({ name }) => name === 'error')?.attributes).toEqual({
      message: 'no answer',
      type: 'APP_UNREACHABLE',
    });
  });

  test('tells runs of one test on several targets apart', () => {
    const run = report([record('one'), record('one', { target: 'phone' })]);
    const names = parse(junitXml(run)).filter(({ name }) => name === 'testcase');
    expect(names.map(({ attributes }) => attributes.name)).toEqual([
      'cart › one [web]',
      'cart › one [phone]',
    ]);
  });

  test('is a document without tests too', () => {
    expect(parse(junitXml(report([])))[0]?.attributes.tests).toBe('0');
  });

  test('is well-formed whatever titles and messages hold', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      fc.constantFrom(
        ']]>',
        '<!--',
        '&#0;',
        '\u0000\u0001\u001b[31m\u007f\u0085\ufffe\uffff',
        '\ud800',
        '"\'<>&',
      ),
    );
    fc.assert(
      fc.property(anything, (text) => void parse(junitXml(filledWith(text)))),
      { numRuns: 300 },
    );
  });

  test('gives back every text that XML can hold, in attributes and between tags', () => {
    const holdable = fc
      .string({ unit: 'binary' })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
      .filter((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text));
    fc.assert(
      fc.property(holdable, (text) => {
        const [root] = parse(xmlDocument({ name: 'a', attributes: { b: text }, children: [text] }));
        expect(root?.attributes.b).toBe(text);
        expect(root?.text).toBe(text);
      }),
    );
  });

  test('takes colour codes out and marks characters that XML cannot hold', () => {
    const [root] = parse(xmlDocument({ name: 'a', children: ['\u001b[31mred\u001b[0m\u0000'] }));
    expect(root?.text).toBe('red\ufffd');
  });
});

describe('written files', () => {
  const options = { rootDir: '/', stdout: new PassThrough(), isTTY: false, color: false, env: {} };

  test('report.json and junit.xml stand in the output directory, and nothing else', async () => {
    const outputDir = join(await temporaryDir(), 'deep', 'output');
    const run = report(allEndings);
    for (const reporter of createReporters(['junit'], { ...options, outputDir })) await play(reporter, run);
    expect(JSON.parse(await readFile(join(outputDir, 'report.json'), 'utf8'))).toEqual(run);
    expect(await readFile(join(outputDir, 'report.json'), 'utf8')).toBe(`${JSON.stringify(run, null, 2)}\n`);
    expect(await readFile(join(outputDir, 'junit.xml'), 'utf8')).toBe(junitXml(run));
    expect((await readdir(outputDir)).sort()).toEqual(['junit.xml', 'report.json']);
  });

  test('a place that cannot be written is a clear error', async () => {
    const file = join(await temporaryDir(), 'a-file');
    await writeFile(file, '');
    const [json] = createReporters(['json'], { ...options, outputDir: join(file, 'output') });
    await expect(async () => json?.runEnded?.(report([]))).rejects.toThrow(
      /^The report could not be written to .*output\/report\.json: .* Choose a writable directory with --output/,
    );
  });
});

// Output for GitHub Actions: an annotation per failure and per handed-off step, and a job summary. It prints workflow commands, so every
// text from outside is escaped: an unescaped line break would let a page's text issue commands of its own.
import { appendFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { messageOf } from '../base/error.ts';
import { titleText } from './failure.ts';
import { notesOf } from './notes.ts';
import type { ErrorRecord, Reporter, RunReport, TestRecord } from './record.ts';
import { errorsOf, finalAttempt, summaryLines } from './summary.ts';
import { block, oneLine } from './text.ts';

/** Where the reporter writes and what it reads. */
export interface GithubOptions {
  readonly rootDir: string;
  readonly stdout: NodeJS.WritableStream;
  readonly env: NodeJS.ProcessEnv;
}

/** A job summary may hold 1 MiB; a step that writes more loses it all. Source: GitHub, "Workflow commands", step limits. */
const MAX_SUMMARY_CHARS = 200_000;

/** Prints annotations and appends the job summary when the run ends. */
export function githubReporter(options: GithubOptions): Reporter {
  const { stdout, env } = options;
  return {
    async runEnded(report) {
      const lines = annotations(report, (file) => repositoryPath(file, options));
      if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`);
      const path = env.GITHUB_STEP_SUMMARY;
      if (path === undefined || path === '') return;
      // A lost summary must not turn a finished run into a failed one.
      await appendFile(path, jobSummary(report)).catch((thrown: unknown) => {
        stdout.write(`${command('warning', {}, `The job summary was not written: ${messageOf(thrown)}`)}\n`);
      });
    },
  };
}

/** GitHub finds files from the repository's root, which need not be the project's. */
function repositoryPath(file: string, { rootDir, env }: GithubOptions): string {
  const workspace = env.GITHUB_WORKSPACE;
  if (workspace === undefined || workspace === '') return file;
  const path = relative(workspace, join(rootDir, file)).split(sep).join('/');
  return path.startsWith('../') ? file : path;
}

/** One workflow command. Source: actions/toolkit, packages/core/src/command.ts (escapeData, escapeProperty). */
function command(
  kind: 'error' | 'warning',
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const listed = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(',');
  return `::${kind}${listed === '' ? '' : ` ${listed}`}::${escapeData(block(message))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function annotations(report: RunReport, path: (file: string) => string): readonly string[] {
  return [
    ...report.tests.flatMap((test) => [...failureCommands(test, path), ...handOffCommands(test, path)]),
    ...report.run.errors.map((error) =>
      command('error', { ...place(error, path), title: 'e2e' }, messageText(error)),
    ),
  ];
}

function messageText(error: ErrorRecord): string {
  const code = error.code === undefined ? '' : `${error.code}: `;
  const frame = error.frame === undefined ? '' : `\n${error.frame}`;
  return `${code}${error.message}${frame}`;
}

/** File, line and column of an error's location. */
function place(
  error: ErrorRecord,
  path: (file: string) => string,
): Readonly<Record<string, string | undefined>> {
  const match = /^(.*?):(\d+)(?::(\d+))?$/.exec(error.location ?? '');
  if (match === null) return {};
  return { file: path(match[1] ?? ''), line: match[2], col: match[3] };
}

function failureCommands(test: TestRecord, path: (file: string) => string): readonly string[] {
  if (test.status !== 'failed') return [];
  const attempt = finalAttempt(test);
  const errors = errorsOf(attempt);
  const title = titleText(test.titlePath);
  const here = { file: path(test.file), line: String(test.line) };
  if (errors.length === 0) return [command('error', { ...here, title }, 'The test failed without an error.')];
  return errors.map((error) =>
    command('error', { ...here, ...place(error, path), title }, messageText(error)),
  );
}

function handOffCommands(test: TestRecord, path: (file: string) => string): readonly string[] {
  return notesOf(test)
    .filter((note) => note.word === 'handed off')
    .map((note) =>
      command(
        'warning',
        { file: path(test.file), line: test.line, title: `handed off: ${titleText(test.titlePath)}` },
        `"${note.label}" ${note.text}`,
      ),
    );
}

/** The run as Markdown. */
export function jobSummary(report: RunReport): string {
  const sums = summaryLines(report).map(({ label, text }) => `| ${label} | ${markdown(text)} |`);
  const failed = report.tests.filter((test) => test.status === 'failed').map(failedItem);
  const flaky = report.tests.filter((test) => test.status === 'flaky').map(failedItem);
  const healed = report.tests.flatMap((test) =>
    notesOf(test)
      .filter((note) => note.word === 'handed off')
      .map((note) => `- **${titleMarkdown(test)}**: ${markdown(note.label)}: ${markdown(note.text)}`),
  );
  const errors = report.run.errors.map((error) => `- ${markdown(messageText(error))}`);
  const sections = [
    `## e2e: ${report.run.status}\n\n| | |\n| --- | --- |\n${sums.join('\n')}`,
    section('Errors', errors),
    section('Failed', failed),
    section('Flaky', flaky),
    section('Handed off to the agent', healed),
  ].filter((text) => text !== '');
  const text = `${sections.join('\n\n')}\n`;
  return text.length <= MAX_SUMMARY_CHARS ? text : `${text.slice(0, MAX_SUMMARY_CHARS)}\n\n… cut here\n`;
}

function section(heading: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `### ${heading}\n\n${items.join('\n')}`;
}

function titleMarkdown(test: TestRecord): string {
  return markdown(`${titleText(test.titlePath)} (${test.file}:${test.line})`);
}

function failedItem(test: TestRecord): string {
  const error = test.attempts.find((attempt) => attempt.error !== null)?.error;
  const message =
    error === undefined || error === null
      ? ''
      : `: ${markdown(`${error.code === undefined ? '' : `${error.code}: `}${error.message}`)}`;
  return `- **${titleMarkdown(test)}**${message}`;
}

/** Text that Markdown and HTML show as it is, on one line. Source: CommonMark 2.4, backslash escapes; entities for `<` and `&`. */
function markdown(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_[\]#|~]/g, (char) => `\\${char}`);
}

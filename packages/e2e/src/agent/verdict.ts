// What an executor's verdict means for its step. It checks the verdict's form: executors of users are plain JavaScript at run time.
import { E2EError, type ErrorCode, isErrorCode } from '../base/error.ts';
import { unreachable } from '../base/result.ts';
import type { StepEnd } from '../cache/step.ts';
import { endOfThrown } from './ending.ts';
import type { Executor, Verdict } from './executor.ts';
import type { ProjectTool } from './tool/define.ts';

/**
 * What a verdict means for its step. @param unused tools of the agent that its executor never calls.
 * @throws E2EError MODEL_OUTPUT_INVALID for what is no verdict.
 */
export function endOfVerdict(
  verdict: Verdict,
  executor: Executor,
  goal: string,
  unused: readonly ProjectTool[],
): StepEnd {
  const fault = verdictFault(verdict);
  if (fault !== undefined) {
    throw new E2EError(
      'MODEL_OUTPUT_INVALID',
      `executor ${JSON.stringify(executor.name)} ended ${JSON.stringify(goal)} with something that is no verdict: ${fault}. A verdict is { status: 'passed' | 'failed' | 'blocked', summary }`,
    );
  }
  switch (verdict.status) {
    case 'passed':
      return { kind: 'passed', summary: verdict.summary };
    case 'failed':
    case 'blocked': {
      const code: ErrorCode = isErrorCode(verdict.code)
        ? verdict.code
        : verdict.status === 'failed'
          ? 'ACTION_FAILED'
          : 'AUTOMATION_UNSUPPORTED';
      return endOfThrown(
        new E2EError(
          code,
          `${JSON.stringify(goal)} ${verdict.status === 'failed' ? 'failed' : 'was blocked'}: ${verdict.summary}${sayUnused(executor, unused)}`,
        ),
        NEVER,
      );
    }
    default:
      return unreachable(verdict.status);
  }
}

/** That tools were there and could not help; as the end of a message. */
function sayUnused({ name }: Executor, unused: readonly ProjectTool[]): string {
  if (unused.length === 0) return '';
  const names = unused.map((tool) => tool.name).join(', ');
  return ` (${JSON.stringify(name)} calls no tools: ${names} ${unused.length === 1 ? 'is' : 'are'} there for what a model recorded, and for an agent with a model)`;
}

const NEVER: AbortSignal = new AbortController().signal;

function verdictFault(verdict: unknown): string | undefined {
  if (typeof verdict !== 'object' || verdict === null) return `${JSON.stringify(verdict) ?? 'undefined'}`;
  const { status, summary } = verdict as { readonly status?: unknown; readonly summary?: unknown };
  if (status !== 'passed' && status !== 'failed' && status !== 'blocked')
    return `status ${JSON.stringify(status) ?? 'undefined'}`;
  return typeof summary === 'string' ? undefined : `summary ${JSON.stringify(summary) ?? 'undefined'}`;
}

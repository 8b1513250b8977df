// Repeats a recorded call of a tool of the project: only of one that is still declared to be repeatable, with the recorded input, and only what
// ends as it did then lets the replay go on.
import type { ToolAction } from '../screen/action.ts';
import { sayGap } from './derived.ts';
import type { RecordedAction } from './entry.ts';
import type { Evidence } from './evidence.ts';
import type { StepPort } from './port.ts';
import { type Stop, unanswered } from './stop.ts';
import { type FindTool, RESULT_WORDS } from './tool.ts';

/** The part of a replay that a call needs. */
interface CallContext {
  readonly port: StepPort;
  readonly evidence: Evidence;
  readonly findTool: FindTool;
}

/**
 * Calls a tool as the recording did, on a screen at rest. Source: spec R25; issue "The agent", project tools.
 * @param gave is told what the tool gave back.
 */
export async function repeatCall(
  action: ToolAction,
  recorded: RecordedAction,
  { port, evidence, findTool }: CallContext,
  gave: (result: string) => void,
): Promise<'done' | Stop> {
  if (recorded.derived !== undefined) return { reason: 'gap', detail: sayGap(recorded.derived) };
  const tool = findTool(action);
  if (tool?.replay !== 'same-input') {
    const why = tool === undefined ? 'the agent has no such tool' : "it is not declared replay: 'same-input'";
    return { reason: 'gap', detail: `${why} any more` };
  }
  // What the actions before it sent may still be on its way.
  let reading = await port.look();
  // What came while the picture was taken must not pass for something that the call brought about.
  if (await port.picture(action, reading)) reading = await port.look();
  if (reading.dialog !== undefined) return unanswered(reading.dialog.message);
  evidence.begin(reading);
  const end = await port.call(action, tool, { recorded, reading });
  if (end.kind === 'refused') return { reason: 'action-failed', detail: end.message };
  if (end.kind === 'failed') {
    return { reason: end.isLate ? 'action-uncertain' : 'action-failed', detail: end.message, ran: true };
  }
  gave(end.text);
  if (end.result === recorded.result) return 'done';
  const was = recorded.result === undefined ? 'something else' : RESULT_WORDS[recorded.result];
  return {
    reason: 'action-failed',
    detail: `it gave ${RESULT_WORDS[end.result]}, and ${was} when it was recorded`,
    ran: true,
  };
}

// Pictures of one step: the screen before each action with the control that is acted on, and the one after the last. A screen that shows a
// secret is not kept. A picture that can't be had costs the picture, never the step.
import type { Redactor } from '../base/redact.ts';
import type { PictureOptions, Session } from '../engine/contract.ts';
import { type StepAction, targetOf } from '../screen/action.ts';
import { sayNode } from '../screen/descriptor.ts';
import type { NodeId, Reading, ReadNode } from '../screen/node.ts';
import { sayAction } from '../screen/sentence.ts';
import type { StepPicture } from './attempt.ts';

/** Most pictures of one step. Source: chosen: a step of 25 actions is still told from start to end. */
const MAX_PICTURES = 26;

/** What pictures are taken of, and who keeps them. */
export interface KeepOptions {
  readonly session: Session;
  readonly redactor: Redactor;
  readonly keep: (png: Uint8Array) => Promise<string>;
}

/** The pictures of one step. */
export interface Pictures {
  readonly taken: readonly StepPicture[];
  /** The screen on which an action is about to be done. */
  before(action: StepAction<NodeId>, reading: Reading): Promise<void>;
  /** The screen on which the step ended. */
  after(): Promise<void>;
}

/** What no picture may show: the value of any secret that is known. */
export function hiding(redactor: Redactor): PictureOptions {
  return redactor.knowsAny() ? { hides: redactor.holds } : {};
}

/** Starts to keep the pictures of a step. */
export function takePictures({ session, redactor, keep }: KeepOptions): Pictures {
  const taken: StepPicture[] = [];
  const holdsSecret = (reading: Reading): boolean => redactor.knowsAny() && redactor.holds(wordsOn(reading));
  const shoot = async (reading: Reading): Promise<Pick<StepPicture, 'file' | 'withheld'>> => {
    const withheld = { withheld: 'the screen shows a secret' };
    if (holdsSecret(reading)) return withheld;
    // Also a text that no reading has, such as one hidden from assistive technology.
    const png = await session.screenshot(hiding(redactor));
    // What came on the screen meanwhile may be on the picture.
    if (redactor.knowsAny() && holdsSecret(await session.read())) return withheld;
    return { file: await keep(png) };
  };
  const add = async (
    reading: Reading,
    facts: Pick<StepPicture, 'moment' | 'action' | 'box'>,
  ): Promise<void> => {
    if (taken.length >= MAX_PICTURES) return;
    // An open native dialog stops the browser's painting.
    if (session.dialog() !== undefined) return;
    const shot = await shoot(reading).catch(() => ({ withheld: 'it could not be taken' }));
    taken.push({ ...facts, ...shot, viewport: reading.viewport });
  };
  return {
    taken,
    async before(action, reading) {
      const target = targetOf(action);
      const box = target === undefined ? undefined : await session.boxOf?.(target).catch(() => undefined);
      await add(reading, {
        moment: 'before',
        action: sayAction(action, (id) => sayId(reading, id)),
        ...(box === undefined ? pointOf(action) : { box }),
      });
    },
    async after() {
      const reading = await session.read().catch(() => undefined);
      if (reading !== undefined) await add(reading, { moment: 'after' });
    },
  };
}

/** A bare point is marked by a small box around it. */
function pointOf(action: StepAction<NodeId>): Pick<StepPicture, 'box'> {
  if (action.kind !== 'tapAt' && action.kind !== 'hoverAt') return {};
  return { box: { x: action.x - 6, y: action.y - 6, width: 12, height: 12 } };
}

function sayId({ nodes }: Reading, id: NodeId): string {
  const node = nodes.find((candidate) => candidate.id === id);
  return node === undefined ? 'a control' : sayNode(node);
}

function wordsOn({ title, nodes }: Reading): string {
  const wordsIn = ({ name, text, value, placeholder }: ReadNode): string =>
    [name, text, value, placeholder].filter(Boolean).join('\n');
  return [title, ...nodes.map(wordsIn)].join('\n');
}

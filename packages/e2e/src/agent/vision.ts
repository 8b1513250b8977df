// Pictures of the screen for an agent with vision: taken with every secret painted over, or not at all. What stands at a point of one is told
// by the engine, so that an action on a point is recorded as one on a control.
import { E2EError } from '../base/error.ts';
import type { ActionKind } from '../screen/action.ts';
import type { NodeId, Reading, ReadNode } from '../screen/node.ts';
import { GENERIC_ROLE } from '../screen/node.ts';
import type { AgentDefinition, AttemptSetup } from './attempt.ts';
import type { Picture, Vision } from './executor.ts';
import { hiding } from './pictures.ts';

/** What an action at a point is for. */
type Aim = 'tap' | 'type' | 'select' | 'check' | 'any';

/** The kinds of actions that an agent may aim at a point, and the roles that each is for; an empty list is for any. */
const AIMED_ROLES: Readonly<Record<Aim, readonly string[]>> = {
  /** What is pressed in one way wherever it is pressed. */
  tap: [
    'button',
    'checkbox',
    'combobox',
    'link',
    'menuitem',
    'menuitemcheckbox',
    'menuitemradio',
    'option',
    'radio',
    'searchbox',
    'spinbutton',
    'switch',
    'tab',
    'textbox',
  ],
  type: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  select: ['combobox', 'listbox'],
  check: ['checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch'],
  any: [],
};

/** What an action of a kind is aimed at. */
export function aimOf(kind: ActionKind): Aim {
  switch (kind) {
    case 'tap':
    case 'tapAt':
    case 'hoverAt':
      return 'tap';
    case 'type':
    case 'typeSecret':
      return 'type';
    case 'select':
    case 'check':
      return kind;
    default:
      return 'any';
  }
}

/**
 * The control at a point of the viewport, in CSS pixels; `undefined` where there is none of that kind.
 * @param reading fresh: the control is one of its nodes.
 */
export async function controlAt(
  { session }: Pick<AttemptSetup, 'session'>,
  reading: Reading,
  point: { readonly x: number; readonly y: number },
  aim: Aim,
): Promise<NodeId | undefined> {
  const hit = (await session.nodesAt?.(point.x, point.y)) ?? [];
  const roles = AIMED_ROLES[aim];
  const fits = ({ role, behindModal }: ReadNode): boolean =>
    !behindModal && role !== GENERIC_ROLE && (roles.length === 0 || roles.includes(role));
  const nodes = new Map(reading.nodes.map((node) => [node.id, node]));
  return hit.find((id) => {
    const node = nodes.get(id);
    return node !== undefined && fits(node);
  });
}

/**
 * How an agent sees; `undefined` for one that reads only.
 * @param what the step, as messages name it.
 * @throws E2EError INVALID_CONFIG when the engine takes no pictures.
 */
export function visionOf(setup: AttemptSetup, definition: AgentDefinition, what: string): Vision | undefined {
  const { vision: mode, name } = definition;
  if (mode === undefined) return undefined;
  if (setup.pictures === false) {
    throw new E2EError(
      'INVALID_CONFIG',
      `${what}: agents.${name}.vision is ${JSON.stringify(mode)}, and the engine ${JSON.stringify(setup.identity.engine)} of target ${JSON.stringify(setup.identity.target)} takes no pictures. Leave vision out, or run this test on a target that does, with --target`,
    );
  }
  return { mode, picture: () => takePicture(setup) };
}

/** A picture of the viewport, secrets painted over; or why there is none. */
async function takePicture({ session, redactor }: AttemptSetup): Promise<Picture> {
  const dialog = session.dialog();
  // The browser paints nothing then.
  if (dialog !== undefined) return { withheld: `a native dialog is open: ${redactor.text(dialog.message)}` };
  try {
    const png = await session.screenshot({ scale: 'css', ...hiding(redactor) });
    return { png };
  } catch (thrown) {
    // The engine could not keep something out of it.
    if (!(thrown instanceof E2EError) || thrown.code !== 'ACTION_FAILED') throw thrown;
    return { withheld: redactor.text(thrown.message) };
  }
}

/** Whether two pictures show the same; two that are withheld do. */
export function isSamePicture(one: Picture | undefined, other: Picture | undefined): boolean {
  if (one?.png === undefined || other?.png === undefined) return one?.png === other?.png;
  return Buffer.from(one.png).equals(other.png);
}

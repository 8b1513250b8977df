// Published as `e2e/engine`: what an engine implements, and the vocabulary it speaks.
export { ACTION_KINDS, type Action, type ActionKind, type Direction } from '../screen/action.ts';
export {
  GENERIC_ROLE,
  type NodeId,
  type OpenDialog,
  type Reading,
  type ReadNode,
  type ScreenNode,
} from '../screen/node.ts';
export type * from './contract.ts';

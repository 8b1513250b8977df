// Elements of a fake app by query, for tests written by hand. Looks anew at each call and acts on exactly one match.
import { now } from '../../base/clock.ts';
import { E2EError, type ErrorCode } from '../../base/error.ts';
import type {
  CallOptions,
  ElementState,
  EngineLocator,
  LocatorAction,
  LocatorQuery,
  LocatorStep,
  TextMatch,
} from '../../engine/contract.ts';
import type { Action } from '../../screen/action.ts';
import type { NodeId } from '../../screen/node.ts';
import { textOf } from './gestures.ts';
import type { Element } from './page.ts';
import { perform } from './perform.ts';
import type { World } from './world.ts';

type Tree<State> = readonly Element<State>[];

/** Elements of the current page by query. */
export function locate<State>(world: World<State>, query: LocatorQuery, rootDir: string): EngineLocator {
  const look = (): Tree<State> => world.page.elements(world.state, world.handle(world.page));
  return {
    async snapshot() {
      const tree = look();
      return matchesOf(tree, query).map((element) => stateOf(world, tree, element));
    },
    async act(action, options) {
      const element = await waitForOne(world, query, look, options);
      const result = await perform(world, toAction(action, element.id), options, rootDir);
      if (!result.ok)
        throw new E2EError('ACTION_FAILED', `${action.kind} on ${describeQuery(query)}: ${result.message}`);
    },
  };
}

async function waitForOne<State>(
  world: World<State>,
  query: LocatorQuery,
  look: () => Tree<State>,
  options: CallOptions,
): Promise<Element<State>> {
  const deadline = now() + options.timeoutMs;
  for (;;) {
    options.signal.throwIfAborted();
    const { revision } = world;
    const matches = matchesOf(look(), query);
    const [only] = matches;
    if (only !== undefined && matches.length === 1 && only.visible) return only;
    if (await world.changedSince(revision, deadline - now(), options.signal)) continue;
    throw missed(query, matches.length, options.timeoutMs);
  }
}

function missed(query: LocatorQuery, count: number, timeoutMs: number): E2EError {
  const what = describeQuery(query);
  const code: ErrorCode =
    count > 1 ? 'LOCATOR_AMBIGUOUS' : count === 1 ? 'ACTION_FAILED' : 'LOCATOR_NOT_FOUND';
  if (count > 1) return new E2EError(code, `${what} matches ${count} elements; narrow it down to one`);
  if (count === 1) return new E2EError(code, `${what} stayed hidden for ${timeoutMs} ms`);
  return new E2EError(code, `${what} did not appear within ${timeoutMs} ms`);
}

function matchesOf<State>(tree: Tree<State>, query: LocatorQuery): Tree<State> {
  let found: Tree<State> | undefined;
  for (const step of query) found = narrow(tree, found, step);
  return found ?? tree;
}

function narrow<State>(tree: Tree<State>, found: Tree<State> | undefined, step: LocatorStep): Tree<State> {
  if (step.by === 'nth') {
    const one = (found ?? tree).at(step.index);
    return one === undefined ? [] : [one];
  }
  if (step.by === 'hasText')
    return (found ?? tree).filter((element) => fits(step.text, textOf(tree, element)));
  const scope = found === undefined ? tree : tree.filter((element) => isInside(element, found));
  const hits = scope.filter((element) => answers(tree, element, step));
  if (step.by !== 'text') return hits;
  // The smallest elements that hold the text, as in the DOM.
  return hits.filter((element) => !hits.some((other) => isInside(other, [element])));
}

function answers<State>(
  tree: Tree<State>,
  element: Element<State>,
  step: Exclude<LocatorStep, { by: 'nth' | 'hasText' }>,
): boolean {
  const { spec } = element;
  switch (step.by) {
    case 'role':
      return (
        element.visible &&
        spec.role === step.role &&
        (step.name === undefined || fits(step.name, spec.name, step.exact))
      );
    case 'text':
      return fits(step.text, textOf(tree, element), step.exact);
    case 'label':
      return (element.value ?? element.checked) !== undefined && fits(step.text, spec.name, step.exact);
    case 'placeholder':
      return fits(step.text, spec.placeholder, step.exact);
    case 'testId':
      return typeof step.text === 'string' ? spec.testId === step.text : fits(step.text, spec.testId);
  }
}

function fits(wanted: TextMatch, actual: string | undefined, exact = false): boolean {
  if (actual === undefined) return false;
  if (typeof wanted !== 'string') return actual.search(wanted) !== -1;
  return exact ? actual === wanted : actual.toLowerCase().includes(wanted.toLowerCase());
}

function isInside<State>(element: Element<State>, outer: Tree<State>): boolean {
  for (let each = element.parent; each !== undefined; each = each.parent) {
    if (outer.some((candidate) => candidate.id === each?.id)) return true;
  }
  return false;
}

function stateOf<State>(world: World<State>, tree: Tree<State>, element: Element<State>): ElementState {
  const { spec, value, checked } = element;
  return {
    text: textOf(tree, element),
    ...(value === undefined ? {} : { value }),
    visible: element.visible,
    enabled: spec.disabled !== true,
    ...(checked === undefined ? {} : { checked }),
    focused: world.page.document.focus === element.id,
    attributes: { ...spec.attributes, ...(spec.testId === undefined ? {} : { 'data-testid': spec.testId }) },
  };
}

function toAction(action: LocatorAction, target: NodeId): Action<NodeId> {
  switch (action.kind) {
    case 'tap':
    case 'hover':
      return { kind: action.kind, target };
    case 'check':
    case 'uncheck':
      return { kind: 'check', target, checked: action.kind === 'check' };
    case 'fill':
      return { kind: 'type', target, text: action.text };
    case 'press':
      return { kind: 'press', target, key: action.key };
    case 'select':
      return { kind: 'select', target, option: action.option };
    case 'upload':
      return { kind: 'upload', target, paths: action.paths };
  }
}

function describeQuery(query: LocatorQuery): string {
  const words = query.map((step) => {
    switch (step.by) {
      case 'role':
        return step.name === undefined ? `role ${step.role}` : `${step.role} ${quote(step.name)}`;
      case 'nth':
        return `number ${step.index}`;
      case 'hasText':
        return `with text ${quote(step.text)}`;
      default:
        return `${step.by} ${quote(step.text)}`;
    }
  });
  return words.join(' › ') || 'the page';
}

function quote(match: TextMatch): string {
  return typeof match === 'string' ? `"${match}"` : String(match);
}

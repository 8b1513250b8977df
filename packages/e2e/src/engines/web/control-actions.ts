// Actions on one control that are more than one Playwright call: presses that find the visible half of a styled control, options
// picked by label, checks that flip only what differs.
import type { ActionResult } from '../../engine/contract.ts';
import { failed } from './failure.ts';
import { pressAt } from './mouse.ts';
import { callPage } from './page-api.ts';
import type { SentInput } from './sent.ts';
import { type Budget, locate, type Target } from './target.ts';

/** How long a long press holds, in ms. Source: chosen; Android's own is 500. */
const LONG_PRESS_MS = 600;

/** Presses, or hovers over, a control. */
export async function tapControl(
  kind: 'tap' | 'doubleTap' | 'longPress' | 'secondaryTap' | 'hover',
  target: Target,
  budget: Budget,
  sent: SentInput,
): Promise<ActionResult> {
  // The point is one of the page's viewport, which that of a frame inside it is not.
  const wantsPoint = kind === 'tap' && target.frame.parentFrame() === null;
  const aimed = await callPage(target.frame, 'aim', target.id, wantsPoint);
  if (!aimed) return failed('not-found', `${target.label} is no longer on the screen.`);
  const { facts, point } = aimed;
  if (facts.kind === 'option' && kind === 'tap') return selectOption(target, '', budget);
  if (point !== undefined) {
    budget.next().signal.throwIfAborted();
    const pressed = await pressAt(target.frame.page(), point, sent, budget.leftMs());
    if (pressed === 'hit') return { ok: true };
    if (pressed === 'unknown')
      return failed(
        'uncertain',
        `The press on ${target.label} was sent, and the page did not say that it came.`,
      );
  }
  const options = { ...budget.next(), ...(facts.point ? { position: facts.point } : {}) };
  const locator = facts.pressId === undefined ? target.locator : locate(target.frame, facts.pressId);
  if (kind === 'hover') await locator.hover(options);
  else if (kind === 'doubleTap') await locator.dblclick(options);
  else if (kind === 'longPress') await locator.click({ ...options, delay: LONG_PRESS_MS });
  else if (kind === 'secondaryTap') await locator.click({ ...options, button: 'right' });
  else await locator.click(options);
  return { ok: true };
}

/** Checks or unchecks; nothing is sent when it is so already. */
export async function checkControl(
  target: Target,
  checked: boolean,
  budget: Budget,
  sent: SentInput,
): Promise<ActionResult> {
  const facts = await callPage(target.frame, 'facts', target.id);
  if (!facts) return failed('not-found', `${target.label} is no longer on the screen.`);
  if (facts.checked === undefined)
    return failed('unsupported', `${target.label} is nothing that can be checked.`);
  if (facts.checked === checked) return { ok: true };
  if (facts.kind === 'radio' && !checked) {
    return failed(
      'not-taken',
      `${target.label} cannot be unchecked: another choice of its group has to be checked.`,
    );
  }
  return tapControl('tap', target, budget, sent);
}

/** Chooses an option of a native select by its label, waiting for one that is still arriving; types into a field with suggestions. */
export async function selectOption(target: Target, option: string, budget: Budget): Promise<ActionResult> {
  for (;;) {
    const version = await callPage(target.frame, 'version');
    const options = await callPage(target.frame, 'options', target.id, option);
    if (!options) return selectElsewhere(target, option, budget);
    if (options.matches.length > 1) {
      return failed(
        'not-taken',
        `${target.label} has ${options.matches.length} options that read "${option}".`,
      );
    }
    const [index] = options.matches;
    if (index !== undefined) {
      const facts = await callPage(target.frame, 'facts', target.id);
      const locator = facts?.selectId === undefined ? target.locator : locate(target.frame, facts.selectId);
      const indexes = [...new Set([...options.selected, index])];
      await locator.selectOption(
        indexes.map((each) => ({ index: each })),
        budget.next(),
      );
      return { ok: true };
    }
    const left = budget.leftMs();
    if (left <= 1 || !(await callPage(target.frame, 'waitForChange', version, left))) {
      return failed(
        'no-such-option',
        `${target.label} has no option "${option}". It has: ${quoteAll(options.labels)}.`,
      );
    }
  }
}

async function selectElsewhere(target: Target, option: string, budget: Budget): Promise<ActionResult> {
  const facts = await callPage(target.frame, 'facts', target.id);
  if (!facts) return failed('not-found', `${target.label} is no longer on the screen.`);
  if (facts.kind !== 'field') {
    return failed(
      'unsupported',
      `${target.label} is no native select: tap it to open it, then tap the option.`,
    );
  }
  await target.locator.fill(option, budget.next());
  return { ok: true };
}

/** How many options a message names. */
const MAX_NAMED = 12;

function quoteAll(labels: readonly string[]): string {
  const named = labels.slice(0, MAX_NAMED).map((label) => `"${label}"`);
  if (named.length === 0) return 'none';
  return labels.length > MAX_NAMED
    ? `${named.join(', ')} and ${labels.length - MAX_NAMED} more`
    : named.join(', ');
}

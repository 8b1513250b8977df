// Actions on one control that are more than one Playwright call: presses that find the visible half of a styled control, options
// picked by label, checks that flip only what differs.
import type { ActionResult } from '../../engine/contract.ts';
import { makeReady } from './aim.ts';
import { failed } from './failure.ts';
import type { Aimed } from './injected/main.ts';
import type { TargetFacts } from './injected/press.ts';
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
  const aimed = await makeReady(target, { press: kind === 'tap' });
  if ('ok' in aimed) return aimed;
  if (aimed.facts.kind === 'option' && kind === 'tap') return selectOption(target, '', budget);
  return await pressOn(kind, target, aimed, budget, sent);
}

async function pressOn(
  kind: 'tap' | 'doubleTap' | 'longPress' | 'secondaryTap' | 'hover',
  target: Target,
  { facts, point }: Aimed,
  budget: Budget,
  sent: SentInput,
): Promise<ActionResult> {
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
  const aimed = await makeReady(target, { press: true, checked });
  if ('ok' in aimed) return aimed;
  const { facts } = aimed;
  if (facts.checked === undefined)
    return failed('unsupported', `${target.label} is nothing that can be checked.`);
  if (facts.checked === checked) return { ok: true };
  if (facts.kind === 'radio' && !checked) {
    return failed(
      'not-taken',
      `${target.label} cannot be unchecked: another choice of its group has to be checked.`,
    );
  }
  return await pressOn('tap', target, aimed, budget, sent);
}

/** Chooses an option of a native select by its label, waiting for one that is still arriving; types into a field with suggestions. */
export async function selectOption(target: Target, option: string, budget: Budget): Promise<ActionResult> {
  const aimed = await makeReady(target, {});
  if ('ok' in aimed) return aimed;
  const { kind, selectId } = aimed.facts;
  if ((kind === 'select' || kind === 'option') && (await callPage(target.frame, 'choose', target.id, option)))
    return { ok: true };
  for (;;) {
    const options = await callPage(target.frame, 'options', target.id, option);
    if (!options) return selectElsewhere(target, kind, option, budget);
    if (options.matches.length > 1) {
      return failed(
        'not-taken',
        `${target.label} has ${options.matches.length} options that read "${option}".`,
      );
    }
    const [index] = options.matches;
    if (index !== undefined) {
      const locator = selectId === undefined ? target.locator : locate(target.frame, selectId);
      const indexes = [...new Set([...options.selected, index])];
      await locator.selectOption(
        indexes.map((each) => ({ index: each })),
        budget.next(),
      );
      return { ok: true };
    }
    const left = budget.leftMs();
    if (left <= 1 || !(await callPage(target.frame, 'waitForChange', options.version, left))) {
      return failed(
        'no-such-option',
        `${target.label} has no option "${option}". It has: ${quoteAll(options.labels)}.`,
      );
    }
  }
}

async function selectElsewhere(
  target: Target,
  kind: TargetFacts['kind'],
  option: string,
  budget: Budget,
): Promise<ActionResult> {
  if (kind !== 'field') {
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

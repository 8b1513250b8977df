// Animations and transitions: what they do to the boxes of a page, and how long those still take that bring or take something away.
import { shadowRoots } from './watch.ts';

/** Properties whose animation moves or resizes nothing. */
export const PAINT_ONLY: ReadonlySet<string> = new Set(
  (
    'opacity color backgroundColor backgroundPosition backgroundPositionX backgroundPositionY backgroundSize backgroundImage ' +
    'borderColor borderTopColor borderRightColor borderBottomColor borderLeftColor boxShadow textShadow outlineColor ' +
    'outlineOffset outlineWidth caretColor accentColor fill stroke strokeDashoffset strokeDasharray fillOpacity strokeOpacity ' +
    'textDecorationColor filter backdropFilter visibility columnRuleColor stopColor'
  ).split(' '),
);

/** Properties that move what they are on, and nothing beside it. */
export const OWN_BOX_ONLY: ReadonlySet<string> = new Set(
  'transform rotate scale translate offsetDistance clipPath'.split(' '),
);

/** Fields of a keyframe that are not properties. Source: Web Animations §6.5. */
const KEYFRAME_FIELDS: ReadonlySet<string> = new Set(['offset', 'computedOffset', 'easing', 'composite']);

/** The properties that an effect animates, as script names them. */
export function propertiesOf(effect: KeyframeEffect): readonly string[] {
  const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
  return names.filter((name) => !KEYFRAME_FIELDS.has(name));
}

/** What takes longer is no entrance or exit, in ms. Source: chosen; those of common libraries take 150 to 500. */
const LONGEST_MS = 1_000;

/** By these something comes or goes without changing the layout. */
const FADES: ReadonlySet<string> = new Set(['opacity', 'visibility']);

/**
 * Milliseconds until all that is fading or moving in or out is there or gone; 0 when nothing is. An app takes what has faded out away only at
 * the end, and changes nothing until then. What shows no words, such as the ripple of a press, does not count.
 */
export function motionMs(): number {
  return animations().reduce((longest, animation) => Math.max(longest, leftOf(animation)), 0);
}

/** Those of the document and, which its own list leaves out, those in shadow roots. */
export function animations(): readonly Animation[] {
  const all = document.getAnimations();
  for (const root of shadowRoots()) for (const one of root.getAnimations()) all.push(one);
  return all;
}

function leftOf({ effect, playState, playbackRate }: Animation): number {
  if (playState !== 'running' || !(effect instanceof KeyframeEffect) || playbackRate <= 0) return 0;
  const { endTime, localTime } = effect.getComputedTiming();
  const left = (Number(endTime ?? 0) - Number(localTime ?? 0)) / playbackRate;
  // Endless ones are spinners.
  if (!(left > 0 && left <= LONGEST_MS)) return 0;
  const counts = propertiesOf(effect).some((name) => FADES.has(name) || !PAINT_ONLY.has(name));
  return counts && (effect.target?.textContent ?? '').trim() !== '' ? left : 0;
}

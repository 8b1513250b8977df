// What each kind of action needs beside its name, each field with its schema and its check: one table for what a model is told and for what it
// is held to.
import { ACTION_TARGETS, type ActionKind } from '../../screen/action.ts';
import type { Seeing } from './eyes.ts';

/** A field of a call: as it is told, and whether a value is one. */
export type Field = readonly [schema: Readonly<Record<string, unknown>>, check: (value: unknown) => boolean];

export const text = (description: string): Field => [
  { type: 'string', description },
  (value) => typeof value === 'string',
];
const yesNo = (description: string): Field => [
  { type: 'boolean', description },
  (value) => typeof value === 'boolean',
];
export const whole = (description: string): Field => [
  { type: 'integer', minimum: 0, description },
  (value) => Number.isInteger(value) && Number(value) >= 0,
];
const number = (description: string): Field => [
  { type: 'number', description },
  (value) => typeof value === 'number' && Number.isFinite(value),
];
const direction: Field = [
  { type: 'string', enum: ['up', 'down', 'left', 'right'] },
  (value) => ['up', 'down', 'left', 'right'].includes(String(value)),
];
const texts = (description: string): Field => [
  { type: 'array', items: { type: 'string' }, description },
  (value) => Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'),
];

/** Models write the ids of lines as numbers, too. */
export const id = (description: string): Field => [
  { type: 'string', description },
  (value) => typeof value === 'string' || Number.isInteger(value),
];

interface Spec {
  readonly says: string;
  readonly fields?: Readonly<Record<string, Field>>;
  readonly optional?: Readonly<Record<string, Field>>;
}

/** Every kind with its fields beside the target; a new kind of action does not compile until it stands here. */
export const SPECS: Readonly<Record<ActionKind, Spec>> = {
  tap: { says: 'Click or tap a control.' },
  doubleTap: { says: 'Double-click a control.' },
  longPress: { says: 'Press a control and hold it.' },
  secondaryTap: { says: 'Right-click a control.' },
  hover: { says: 'Point at a control.' },
  type: {
    says: "Replace a field's whole content; an empty text clears it.",
    fields: { text: text('The new content.') },
  },
  typeSecret: {
    says: 'Fill a field with a secret that the goal names as <secret:name>.',
    fields: { name: text('The name, without <secret:>.') },
  },
  press: {
    says: 'Press a key, such as Enter or Control+A, in a control or where the focus is.',
    fields: { key: text('The key.') },
  },
  select: { says: 'Choose an option of a native select.', fields: { option: text("The option's label.") } },
  check: { says: 'Turn a checkbox, switch or radio on or off.', fields: { checked: yesNo('true for on.') } },
  upload: { says: 'Give files to a file field.', fields: { paths: texts('Paths that the goal names.') } },
  drag: { says: 'Drag a control onto another.', fields: { to: id('Id of the line to drop on.') } },
  scroll: { says: 'Scroll the page, or a part of it.', fields: { direction } },
  scrollUntil: { says: 'Scroll until a text shows.', fields: { text: text('The text.'), direction } },
  navigate: { says: 'Go to an address.', fields: { url: text('Path or URL.') } },
  back: { says: 'Go back in history.' },
  forward: { says: 'Go forward in history.' },
  tapAt: {
    says: 'Click a point of the viewport; only where no line stands for it.',
    fields: { x: number('CSS pixels.'), y: number('CSS pixels.') },
  },
  hoverAt: {
    says: 'Point at a point of the viewport.',
    fields: { x: number('CSS pixels.'), y: number('CSS pixels.') },
  },
  dialog: {
    says: 'Answer the open native dialog.',
    fields: { accept: yesNo('false dismisses.') },
    optional: { text: text('Answer of a prompt.') },
  },
  page: { says: 'Go on in another tab.', fields: { index: whole('Index of the tab, from 0.') } },
};

const TARGET: Field = id('Id of the control: the number that begins its line, or stands before its role.');

/** Where a control is on the picture, for a model that is told no ids. */
const AT: Readonly<Record<string, Field>> = {
  x: number('Of the control: CSS pixels from the left of the picture.'),
  y: number('CSS pixels from its top.'),
};
const TO: Readonly<Record<string, Field>> = {
  toX: number('Where to drop: CSS pixels from the left.'),
  toY: number('CSS pixels from the top.'),
};

/** The fields of a kind's call: a control by its line, or by its place on the picture. */
export function fieldsOf(
  kind: ActionKind,
  seeing: Seeing,
): {
  readonly needed: Readonly<Record<string, Field>>;
  readonly optional: Readonly<Record<string, Field>>;
} {
  const target = ACTION_TARGETS[kind];
  const { fields = {}, optional = {} } = SPECS[kind];
  const aimed: Readonly<Record<string, Field>> = seeing === 'picture' ? AT : { target: TARGET };
  const { to, ...others } = fields;
  const dropped: Readonly<Record<string, Field>> = to === undefined ? {} : seeing === 'picture' ? TO : { to };
  return {
    needed: { ...(target === 'required' ? aimed : {}), ...others, ...dropped },
    optional: { ...(target === 'optional' ? aimed : {}), ...optional },
  };
}

/** Some models fill optional fields with nothing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

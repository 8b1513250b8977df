// How the written test spells what a recording says: texts as literals, unique values as variables, secrets as the environment's. It knows
// nothing of controls.
import { escapeRegExp } from '../../base/pattern.ts';
import type { Entry } from '../../cache/entry.ts';
import { type Slot, slotParts } from '../../cache/slots.ts';
import { oneLine } from '../../report/text.ts';

/** Names that the written test uses itself, or that JavaScript keeps. */
const TAKEN: ReadonlySet<string> = new Set(
  'page context browser request test expect url dialog process default new class function const let var return delete in of if else for while do switch case break continue typeof void null true false this super import export await async yield enum try catch finally throw with static eval arguments'.split(
    ' ',
  ),
);

/** A text as a literal, single-quoted unless it holds such a quote. */
export function quote(text: string): string {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** A recorded text as an expression: a literal, the variable of a slot, or a template of both. */
export function textCode(text: string): string {
  const parts = slotParts(text).filter((part) => part !== '');
  if (parts.every((part) => typeof part === 'string')) return quote(parts.join(''));
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return slotCode(only);
  const inside = parts.map((part) =>
    typeof part === 'string'
      ? JSON.stringify(part)
          .slice(1, -1)
          .replaceAll('\\"', '"')
          .replaceAll('`', '\\`')
          .replaceAll('${', '\\${')
      : `\${${slotCode(part)}}`,
  );
  return `\`${inside.join('')}\``;
}

/** A slot in the spelling that it has there. The values of {@link uniqueLines} have no accents and no line breaks. */
function slotCode({ name, form }: Slot): string {
  const variable = variableOf(name);
  switch (form) {
    case 'url':
      return `encodeURIComponent(${variable})`;
    case 'form':
      return `encodeURIComponent(${variable}).replaceAll('%20', '+')`;
    case 'slug':
      return `${variable}.toLowerCase().replaceAll(' ', '-')`;
    default:
      return variable;
  }
}

/** Words as the name of a variable. */
export function variableOf(param: string): string {
  const camel = param
    .replace(/[^\p{L}\d]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? '')
    .replace(/^\d/, '_$&');
  const name = camel === '' ? 'value' : camel.charAt(0).toLowerCase() + camel.slice(1);
  return TAKEN.has(name) ? `${name}Value` : name;
}

/** The environment variable that a secret is read from. */
export function secretVariable(name: string): string {
  const upper = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/[^\p{L}\d]+/gu, '_')
    .toUpperCase();
  return /^\d/.test(upper) ? `_${upper}` : upper;
}

/** A text that may have any digits where this one has some, and anything where it differs on every run: what to match as a pattern. */
export function patternCode(shape: string): string {
  const source = shape
    .split(/[#…]/)
    .map((piece) => escapeRegExp(piece).replace(/\s+/g, '\\s+'))
    .join('.*');
  return `/${source}/`;
}

/** Words as the end of a line: nothing in them can end a comment or reach a terminal. */
export function comment(words: string): string {
  return `// ${oneLine(words)}`;
}

/** A variable per unique param of the steps, with its declaration: one value, shared by them. */
export function uniqueLines(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const params = new Set(entries.flatMap(({ step }) => uniqueParams(step.params)));
  return new Map(
    [...params].map((param) => {
      const variable = variableOf(param);
      return [variable, `const ${variable} = ${uniqueValue(variable, purposeOf(param, entries))};`];
    }),
  );
}

function uniqueParams(params: unknown): readonly string[] {
  if (typeof params !== 'object' || params === null) return [];
  return Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && '$unique' in value ? [name] : [],
  );
}

/** What the field takes that the value is typed into. */
function purposeOf(param: string, entries: readonly Entry[]): string {
  for (const { action } of entries.flatMap(({ actions }) => actions)) {
    if (action.kind !== 'type' || action.text !== `{{${param}}}`) continue;
    return action.target.purpose ?? action.target.role;
  }
  return '';
}

function uniqueValue(variable: string, purpose: string): string {
  if (purpose.includes('email')) return `\`${variable.toLowerCase()}-\${Date.now()}@example.test\``;
  if (/^(?:number|spinbutton|tel)/.test(purpose)) return 'String(Date.now())';
  const words = variable.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return `\`${words.charAt(0).toUpperCase()}${words.slice(1)} \${Date.now().toString(36)}\``;
}

/** The secrets that the steps fill in, as environment variables, sorted. */
export function secretsOf(entries: readonly Entry[]): readonly string[] {
  const names = entries.flatMap(({ actions }) =>
    actions.flatMap(({ action }) => (action.kind === 'typeSecret' ? [secretVariable(action.name)] : [])),
  );
  return [...new Set(names)].sort();
}

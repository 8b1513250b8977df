// How a secret may stand in bytes, and a search that finds it in any such spelling. It shares no code with the product's redactor, which
// it is there to test.

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": '#39',
};
const html = (text: string): string => text.replace(/[&<>"']/gu, (one) => `&${ENTITIES[one]};`);

/** Characters of a value that give it away, though the rest was cut. Source: issue "The agent", secrets. */
const TELLING = 8;

const start = (value: string, length = TELLING): string => [...value].slice(0, length).join('');

/** A value in every spelling that must not leave. */
export const SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  'as written': (value) => value,
  JSON: json,
  HTML: html,
  URL: encodeURIComponent,
  form: (value) => new URLSearchParams({ '': value }).toString().slice(1),
  'capital letters': (value) => value.toUpperCase(),
  'small letters': (value) => value.toLowerCase(),
  'white space collapsed': (value) => value.replace(/\s+/gu, ' '),
  'cut to 8': (value) => `${start(value)}…`,
  'cut to 12': (value) => `${start(value, 12)}...`,
  base64: (value) => Buffer.from(value).toString('base64'),
  'base64 within more': (value) => Buffer.from(`user:${value}`).toString('base64'),
  base64url: (value) => Buffer.from(value).toString('base64url'),
  'HTML in JSON': (value) => json(html(value)),
  'URL in JSON': (value) => json(encodeURIComponent(value)),
};

/** Names of the values that the bytes hold, whole or in part, each with the words around it. */
export function findIn(bytes: Buffer, values: Readonly<Record<string, string>>): readonly string[] {
  const layers = layersOf(bytes.toString('utf8'));
  return Object.entries(values).flatMap(([name, value]) => {
    const plain = plainOf(value);
    // The start alone is a hit, so that the whole need not be looked for; so is the end, where only the start was taken out.
    const needles = [start(plain), [...plain].slice(-TELLING).join('')];
    const hits = needles.flatMap((needle) => layers.flatMap((layer) => around(plainOf(layer), needle)));
    const encoded = base64Of(value).flatMap((needle) => layers.flatMap((layer) => around(layer, needle)));
    return [...new Set([...hits, ...encoded])].map((hit) => `${name}: ${hit}`);
  });
}

/** Case and white space aside. */
function plainOf(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ');
}

/** A text, and what is left of it when its escapes are undone, over and over: escapes may be escaped again. */
function layersOf(text: string): readonly string[] {
  const layers = [text];
  for (let round = 0; round < 3; round += 1) {
    const last = layers.at(-1) ?? '';
    layers.push(undone(last));
  }
  return [...new Set([...layers, ...layers.map((layer) => layer.replaceAll('+', ' '))])];
}

const NAMED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ENTITIES).map(([one, name]) => [name, one])),
  apos: "'",
};
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function undone(text: string): string {
  return text
    .replace(/&(amp|lt|gt|quot|apos|#39);/gu, (_, name: string) => NAMED[name] ?? '')
    .replace(/&#(x?)([0-9a-f]{1,6});/giu, (whole, hex: string, digits: string) => {
      const code = Number.parseInt(digits, hex === '' ? 10 : 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\\(?:u([0-9a-f]{4})|(["\\/nrtbf]))/giu, (_, code: string | undefined, one = '') =>
      code === undefined ? (ESCAPED[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/(?:%[0-9a-f]{2})+/giu, (codes) =>
      Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
}

/** What stays the same of a value in base64, wherever it stands in what was encoded: a third of its characters are left out at the ends. */
function base64Of(value: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from(`${'x'.repeat(before)}${value}`)
      .toString('base64')
      .replace(/=+$/u, '');
    const inside = encoded.slice(4, encoded.length - 2).slice(0, 12);
    return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function around(text: string, needle: string): readonly string[] {
  const at = text.indexOf(needle);
  return at < 0 ? [] : [JSON.stringify(text.slice(Math.max(0, at - 30), at + needle.length + 10))];
}

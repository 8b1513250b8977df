// What can happen to a file: disks, editors, merges, other programs, and somebody who tries. Each mutation changes bytes; whether what is
// left is an entry is not its business.
import type { Random } from './random.ts';

/** Something done to a file's bytes. */
export type Mutation = (bytes: Buffer, random: Random) => Buffer;

const cut = (bytes: Buffer, random: Random): readonly [Buffer, Buffer] => {
  const at = random(bytes.length + 1);
  return [bytes.subarray(0, at), bytes.subarray(at)];
};

const noise = (random: Random, most: number): Buffer =>
  Buffer.from(Array.from({ length: 1 + random(most) }, () => random(256)));

const onText =
  (change: (text: string, random: Random) => string): Mutation =>
  (bytes, random) =>
    Buffer.from(change(bytes.toString('utf8'), random));

const onLines = (change: (lines: string[], random: Random) => void): Mutation =>
  onText((text, random) => {
    const lines = text.split('\n');
    change(lines, random);
    return lines.join('\n');
  });

type Json = unknown;

/** Every place in a value that holds something: the object or list, and the name in it. */
function placesIn(value: Json, found: { holder: Record<string, Json>; name: string }[] = []): typeof found {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    found.push({ holder: value as Record<string, Json>, name });
    placesIn(inner, found);
  }
  return found;
}

/** A mutation of the parsed file: what it says changes, not how it is written. `sign` puts a fitting digest under it. */
export const onValue =
  (
    change: (place: { holder: Record<string, Json>; name: string }, random: Random, root: Json) => void,
    sign: (root: Json) => Json = (root) => root,
  ): Mutation =>
  (bytes, random) => {
    const root = JSON.parse(bytes.toString('utf8')) as Json;
    const places = placesIn(root);
    const place = places[random(places.length)];
    if (place !== undefined) change(place, random, root);
    return Buffer.from(`${JSON.stringify(sign(root), null, 2)}\n`);
  };

const VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  2 ** 53,
  '',
  'x',
  ':id',
  '__proto__',
  [],
  {},
  [[]],
  { length: 1 },
];

/** Changes of what a file says. */
export const VALUE_CHANGES: Readonly<Record<string, Parameters<typeof onValue>[0]>> = {
  'a field is gone': ({ holder, name }) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  },
  'a field has another value': ({ holder, name }, random) => {
    holder[name] = VALUES[random(VALUES.length)];
  },
  'a field more': ({ holder }, random) => {
    holder[['extra', 'target', 'constructor', 'toJSON', '0'][random(5)] ?? ''] =
      VALUES[random(VALUES.length)];
  },
  'a field has the value of another': ({ holder, name }, random, root) => {
    const places = placesIn(root);
    const other = places[random(places.length)];
    if (other !== undefined) holder[name] = structuredClone(other.holder[other.name]);
  },
  'a text is another': ({ holder, name }, random) => {
    const value = holder[name];
    if (typeof value === 'string')
      holder[name] =
        value.slice(0, random(value.length + 1)) +
        String.fromCharCode(random(0x10000)) +
        value.slice(random(value.length + 1));
  },
  'an item twice': ({ holder, name }) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 0, structuredClone(holder[Number(name)]));
  },
};

const deep = (random: Random): string => {
  const levels = 1 + random(40_000);
  return '['.repeat(levels) + ']'.repeat(levels);
};

/** Everything that is done to the bytes or the spelling of a file. */
export const BYTE_CHANGES: Readonly<Record<string, Mutation>> = {
  'cut off': (bytes, random) => cut(bytes, random)[0],
  'without its start': (bytes, random) => cut(bytes, random)[1],
  'a bit flipped': (bytes, random) => {
    const flipped = Buffer.from(bytes);
    const at = random(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
    return flipped;
  },
  'bytes of noise': (bytes, random) => {
    const [start, end] = cut(bytes, random);
    return Buffer.concat([start, noise(random, 12), end.subarray(random(12))]);
  },
  'a block of zeros': (bytes, random) => {
    const zeroed = Buffer.from(bytes);
    const at = random(zeroed.length);
    return zeroed.fill(0, at, Math.min(zeroed.length, at + 1 + random(512)));
  },
  'a stretch gone': (bytes, random) => {
    const [start, end] = cut(bytes, random);
    return Buffer.concat([start, end.subarray(1 + random(80))]);
  },
  'a stretch twice': (bytes, random) => {
    const [start, end] = cut(bytes, random);
    return Buffer.concat([start, end.subarray(0, 1 + random(80)), end]);
  },
  'two files in one': (bytes) => Buffer.concat([bytes, bytes]),
  'a merge that stopped': onLines((lines, random) => {
    const at = random(lines.length);
    lines.splice(
      at,
      1,
      '<<<<<<< ours',
      lines[at] ?? '',
      '=======',
      lines[random(lines.length)] ?? '',
      '>>>>>>> theirs',
    );
  }),
  'lines swapped': onLines((lines, random) => {
    const [one, other] = [random(lines.length), random(lines.length)];
    [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
  }),
  'a line twice': onLines((lines, random) => {
    const at = random(lines.length);
    lines.splice(at, 0, lines[at] ?? '');
  }),
  'a line gone': onLines((lines, random) => {
    lines.splice(random(lines.length), 1);
  }),
  'a digit is another': onText((text, random) => {
    const from = random(text.length);
    return text.slice(0, from) + text.slice(from).replace(/\d/, () => String(random(10)));
  }),
  'other line ends': onText((text) => text.replaceAll('\n', '\r\n')),
  'other white space': onText((text, random) => JSON.stringify(JSON.parse(text), null, random(9))),
  'a byte order mark': onText((text) => `\ufeff${text}`),
  'UTF-16': (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  'escapes spelled out': onText((text, random) => {
    const one = String.fromCharCode(97 + random(26));
    return text.replaceAll(one, `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }),
  'numbers spelled another way': onText((text, random) =>
    text.replace(/: (\d+)(,?)$/gm, (_, digits: string, comma: string) => {
      const ways = [
        `-${digits}`,
        `${digits}.0`,
        `${digits}e0`,
        `${digits}e999`,
        `${digits}E-1`,
        `"${digits}"`,
      ];
      return random(4) > 0 ? `: ${digits}${comma}` : `: ${ways[random(ways.length)]}${comma}`;
    }),
  ),
  'nested without end': onText((text, random) => text.replace('"count": 3', `"count": ${deep(random)}`)),
  'another prototype': onText((text, random) => {
    const lines = text.split('\n');
    lines.splice(1 + random(lines.length - 2), 0, '"__proto__": { "paced": true },');
    return lines.join('\n');
  }),
  'only noise': (_bytes, random) => noise(random, 400),
  nothing: () => Buffer.alloc(0),
};

// Looks for secret values in bytes: as written, and as JSON, URLs and base64 spell them. It says which secret it saw, never what it is.
import { open } from 'node:fs/promises';
import { base64Of } from '../base/redact.ts';

/** Characters of the shortest piece that is looked for. Source: chosen, as the redactor refuses shorter values: they are ordinary text. */
const MIN_CHARS = 4;

/** Bytes that are read from a file at a time. Source: chosen. */
const CHUNK_BYTES = 1 << 20;

/** What is looked for: the spellings of each value, by the name of the secret. */
export interface Search {
  /** Names whose value is too short to be told from ordinary text. */
  readonly tooShort: readonly string[];
  readonly needles: readonly (readonly [name: string, needle: Buffer])[];
}

/** A search for these values. */
export function searchFor(values: readonly (readonly [name: string, value: string])[]): Search {
  const isShort = (value: string): boolean => value.trim().length < MIN_CHARS;
  return {
    tooShort: values.filter(([, value]) => isShort(value)).map(([name]) => name),
    needles: values
      .filter(([, value]) => !isShort(value))
      .flatMap(([name, value]) =>
        [...new Set(piecesOf(value))].map((piece) => [name, Buffer.from(piece)] as const),
      ),
  };
}

function piecesOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const url = encodeURIComponent(value);
  const everywhere = [
    value,
    // As a page shows it, on one line.
    value.replace(/\s+/g, ' ').trim(),
    json,
    ascii,
    json.replaceAll('/', '\\/'),
    // JSON in a text of JSON, as a request's body in a log.
    JSON.stringify(json).slice(1, -1),
    url,
    url.replaceAll('%20', '+'),
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ '': value }).toString().slice(1),
    encodeURI(value),
  ];
  return [...everywhere, ...base64Of(value)].filter((piece) => piece.length >= MIN_CHARS);
}

/** Names of the secrets in a text, sorted. */
export function leaksIn(text: string | Buffer, { needles }: Search): readonly string[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return sorted(needles.filter(([, needle]) => bytes.includes(needle)).map(([name]) => name));
}

/** The same for a file of any size, read piece by piece. @throws Error when it cannot be read. */
export async function leaksInFile(path: string, search: Search): Promise<readonly string[]> {
  const overlap = Math.max(0, ...search.needles.map(([, needle]) => needle.length - 1));
  const found = new Set<string>();
  const file = await open(path, 'r');
  try {
    let kept = Buffer.alloc(0);
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return sorted([...found]);
      const bytes = Buffer.concat([kept, buffer.subarray(0, bytesRead)]);
      for (const name of leaksIn(bytes, search)) found.add(name);
      // A value may end in the next piece.
      kept = bytes.subarray(Math.max(0, bytes.length - overlap));
    }
  } finally {
    await file.close();
  }
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

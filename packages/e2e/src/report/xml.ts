// Just enough XML to write a report: elements, attributes, text. Whatever the text, the document is well-formed: characters that XML 1.0
// cannot hold are replaced, since pages and error messages may contain any.

/** One element; `undefined` attributes are left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly children?: readonly (XmlElement | string)[];
}

/** Everything outside XML's `Char` production, lone surrogates among it. Source: https://www.w3.org/TR/xml/#charsets */
const NOT_A_CHAR = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
/** Escape sequences colour terminals only. Source: ECMA-48, SGR. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const COLOR_CODES = /\u001b\[[\d;]*m/g;

/**
 * What stands for a character in text and attributes. Line breaks and tabs are spelt out in attributes, where a parser would
 * turn them into spaces, and `\r` everywhere, which a parser would turn into `\n`. Source: XML 1.0, 2.11 and 3.3.3.
 */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function clean(text: string): string {
  return text.replace(COLOR_CODES, '').replace(NOT_A_CHAR, '\u{fffd}');
}

/** Text between tags. */
function escapeText(text: string): string {
  return clean(text).replace(/[&<>\r]/g, (char) => ENTITIES[char] ?? char);
}

/** Text between double quotes. */
function escapeAttribute(text: string): string {
  return clean(text).replace(/[&<>"\t\n\r]/g, (char) => ENTITIES[char] ?? char);
}

/** A whole document, indented by two spaces. Elements with text keep it as it is, with no white space added. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, 0)}\n`;
}

function render(element: XmlElement, depth: number): string {
  const pad = '  '.repeat(depth);
  const attributes = Object.entries(element.attributes ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('');
  const open = `${pad}<${element.name}${attributes}`;
  const children = element.children ?? [];
  if (children.length === 0) return `${open}/>`;
  if (children.some((child) => typeof child === 'string')) {
    const inner = children.map((child) => (typeof child === 'string' ? escapeText(child) : render(child, 0)));
    return `${open}>${inner.join('')}</${element.name}>`;
  }
  const inner = children.map((child) => (typeof child === 'string' ? '' : render(child, depth + 1)));
  return `${open}>\n${inner.join('\n')}\n${pad}</${element.name}>`;
}

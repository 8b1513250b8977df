// The frame of every page of the HTML report: escaping, style, head. A page runs no script and loads nothing but its pictures, so whatever an
// app's text holds stays text.

/** Markup that may be put into a page as it is. */
export interface Html {
  readonly markup: string;
}

/** Markup from a template; every value that is no markup itself is escaped. Absent values are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return {
    markup: strings.reduce((text, part, index) => `${text}${markupOf(values[index - 1])}${part}`),
  };
}

function markupOf(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (typeof value === 'object' && 'markup' in value) return String(value.markup);
  return escaped(String(value));
}

/** C0 controls besides tab and line breaks: no HTML may hold them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

function escaped(text: string): string {
  return text
    .replace(CONTROLS, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const STYLE = `
:root { color-scheme: light dark; --line: #d0d4da; --soft: #f3f4f6; --good: #0a6b2d; --bad: #b3121d; --warn: #8a5200; --quiet: #57606a; --mark: #d1006c; }
@media (prefers-color-scheme: dark) { :root { --line: #3b424c; --soft: #1b2027; --good: #56d17f; --bad: #ff7b80; --warn: #f0b45a; --quiet: #9aa4b0; --mark: #ff5fae; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem; max-width: 72rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0; } dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .8rem; overflow-x: auto; white-space: pre-wrap; }
ol.steps { list-style: none; padding: 0; } ol.steps > li { border: 1px solid var(--line); border-radius: .4rem; padding: 1rem; margin: 1rem 0; }
.passed, .replayed { color: var(--good); } .failed { color: var(--bad); } .flaky, .handed-off, .not-awaited { color: var(--warn); } .skipped, .missed, .cancelled, .quiet { color: var(--quiet); }
.word { font-weight: 600; } .pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; }
figure { margin: 0; } figcaption { font-size: .9rem; } .shot { position: relative; border: 1px solid var(--line); } .shot img { display: block; width: 100%; height: auto; }
.mark { position: absolute; box-sizing: border-box; border: 3px solid var(--mark); border-radius: .2rem; box-shadow: 0 0 0 1px #fff; }
`;

/** A whole page. `nav`: links to other pages of the report. */
export function page(title: string, nav: Html | undefined, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
${nav !== undefined && html`<nav aria-label="Report">${nav}</nav>\n`}<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.markup;
}

/** Facts as a list of terms; those without a value are left out. */
export function facts(
  rows: readonly (readonly [term: string, value: Html | string | undefined])[],
): Html | undefined {
  const given = rows.filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return undefined;
  return html`<dl>${given.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>\n`)}</dl>`;
}

/** A word that says how something ended; its colour only repeats it. */
export function word(text: string): Html {
  return html`<span class="word ${text.replaceAll(' ', '-')}">${text}</span>`;
}

// The short cuts of a look, and what of it does not cross again, change its time and nothing else: each page is read with and without them, and
// again after each of many changes that a seeded script makes to it. Real Chromium.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ReadNode } from '../../screen/node.ts';
import { unpack } from './packed.ts';
import { callPage } from './page-api.ts';
import { type On, WebRig } from './web.fixture.ts';

const CORPUS = fileURLToPath(new URL('./corpus/', import.meta.url));

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

const pageOf = (on: On): Page => on.session.browser?.page as Page;

/**
 * Reads the page with short cuts, also of what crosses: only what differs from the look before. And each document by the long way, as a whole.
 * Nothing runs in between that could change the page.
 */
async function isSame(on: On, what: string): Promise<void> {
  const frames = pageOf(on).frames();
  const short = await on.session.read();
  for (const frame of frames) {
    const read = async (plain: boolean): Promise<readonly ReadNode[]> => {
      const { nodes, prefix } = await callPage(frame, 'read', 'x', { testIdAttribute: 'data-testid', plain });
      return unpack(nodes, prefix, []);
    };
    const long = await read(true);
    expect(frames.length === 1 ? short.nodes : await read(false), what).toEqual(long);
  }
}

/** Pages made to mislead each short cut. */
const HOSTILE: Readonly<Record<string, string>> = {
  'boxes that are not there, and what shows in them': `<style>.c{display:contents}.h{visibility:hidden}.v{visibility:visible}.a{content-visibility:auto}.n{content-visibility:hidden}</style>
    <div class=c><button class=c>Boxless <span class=c>inner</span></button></div><div class=h>gone <b class=v>back <i class=h>gone</i></b><button class=v>Back</button></div>
    <div class=n><button>Locked</button><p>Locked</p></div><div class=a style="margin-top:9000px"><button>Far away</button></div><div hidden=until-found>Until <a href=/>found</a></div>
    <table style="visibility:collapse"><tr><td>Collapsed<td style="visibility:visible">Shown</table><tr style="display:none"><script style="display:block">let shown</script><noscript style="display:block">no</noscript>
    <template style="display:block">no</template><p style="opacity:0">Faint</p><p style="width:0;height:0;overflow:hidden">Tiny</p><svg><text>Drawn</text><defs><text>Not drawn</text></defs></svg>
    <dialog>Closed</dialog><dialog open>Open <button>Yes</button></dialog><div popover>Popover</div><a aria-hidden=true href=/>no <b>no</b></a><div inert><button>Inert</button></div>`,
  'details and selects': `<details><summary>One <i>summary</i></summary><summary>Two</summary><p>Closed <button>In</button></p></details><details open><p>First</p><summary>Late</summary></details>
    <style>.x::details-content{content-visibility:visible}</style><details class=x><summary>Styled</summary><p>Open by style</p></details>
    <select><option hidden>H<option>A<optgroup label=G><option style="display:none">B<option disabled>C</optgroup></select><select multiple disabled><option selected>M</select><optgroup>loose</optgroup><option>loose option</option>`,
  'shadow roots and slots': `<style>x-a::part(p)::before{content:"part "}.q::after{content:" outer"}</style><x-a><template shadowrootmode=open><style>:host::before{content:"host "}::slotted(b)::after{content:" slotted"}.q::before{content:"inner "}</style>
    <button part=p class=q>In <slot></slot><slot name=n>Fallback <i>text</i></slot></button></template>Light <b class=q>bold</b><p slot=other>Nowhere</p></x-a><label for=i>Outer</label><x-b><template shadowrootmode=open><label for=i>Inner</label><input id=i></template></x-b><input id=i><button class=q>Out</button>`,
  'generated words': `<style>@layer base{ul>li::before{content:"• " / "bullet "}} @media (min-width:1px){.m:hover::after,.m::after{content:"media"}} @media print{.p::after{content:"paper"}} .e::before{content:""}.f::before{content:"\\f101"}
    .k::after{content:"";animation:k 1s infinite}.var{--t:"var"}.var::before{content:var(--t)}.at::after{content:attr(data-x)}.inh{content:"own"}.inh::before{content:inherit}.co{counter-increment:c}.co::before{content:counter(c)}
    .nest{& > b::after{content:"nested"}&::before{color:red;@media (min-width:1px){content:"deep"}}}.before\\:x::before{content:"escaped"}[data-x="a::before"]::after{content:"quoted"}.i::before{display:inline-block;content:"i"}
    ::after{color:red}a:not(.z)::before{content:"["}.none::before{content:none}.hid::before{content:"hid";visibility:hidden}.two::before,.two::after{content:open-quote}</style>
    <ul><li>One<li>Two</ul><button class=m>M</button><button class=p>P</button><button class=e>E</button><button class=f>F</button><button class=k>K</button><button class=var>V</button><button class=at data-x=word>A</button><button class=inh>I</button><button class=co>C</button>
    <button class=nest>N<b>b</b></button><button class="before:x">X</button><button data-x="a::before">Q</button><button class=i>I</button><a href=/>L</a><button class=none>O</button><button class=hid>H</button><button class=two>T</button><button><q>Said</q></button>`,
  'keyframes that say words': `<style>@keyframes k{from{content:"from"}to{content:"to"}}.k::after{content:"";animation:k 100s infinite}</style><button class=k>K</button>`,
  'names from everywhere': `<table><caption>Cap <b>tion</b></caption><tr><th scope=row>R<td><button aria-labelledby="l1 b">x</button> <a href=/ title=T></a><td><table><tr><td>Inner<td><img alt=Alt src="data:,"></table></table><span id=l1>Label <button id=b>self</button></span>
    <div role=row aria-owns=o1><div role=cell>Own</div></div><div id=o1 role=cell>Owned <b>cell</b></div><div role=row><div role=cell aria-owns=o2>Has</div></div><div role=cell id=o2>Second</div><button><label>Wrapped <input value=v> tail</label></button>
    <label>Twice <input type=checkbox><input></label><a href=/><div>Block</div><span>in</span>line<br>break</a><button><fieldset><legend>Leg</legend>rest</fieldset><figure>f<figcaption>cap</figcaption></figure><meter value=.5>m</meter><select><option>a<option selected>b</select></button>
    <h1>  a   b <span> c </span>\u200b</h1><button role=none tabindex=0>None</button><a role=presentation href=/>P</a><div role="foo button">F</div><constructor role=link>C</constructor><to-string>S</to-string><div role=treeitem>T<div role=group>G</div></div><button title="  ">Blank title</button>
    <svg role=img><title>Svg</title></svg><button><svg><title>In</title></svg></button><form aria-label=F><input name=labels><input name=localName><button>B</button></form><form><input name=hasAttributes><input name=children><button name=parentElement>Clobber</button></form>
    <output for=z id=out>Out</output><label for=out>Output</label><div contenteditable>Edit <b>me</b></div><div style="-webkit-user-modify:read-write">By style</div><td>loose</td>`,
  'a modal in the midst': `<main><p>Behind</p><button>B</button><div><div role=dialog aria-modal=true aria-label=D style="position:fixed;inset:50px;background:#fff"><button>In</button><div role=menu style="position:fixed;left:0;top:0">M</div></div></div></main><div style="position:fixed;left:60px;top:60px;background:#eee">Toast <button>Undo</button></div>`,
};

test.each(readdirSync(CORPUS))('%s reads the same without short cuts', async (file) => {
  const on = await rig.on(readFileSync(`${CORPUS}${file}`, 'utf8'));
  await on.steady();
  await isSame(on, file);
});

describe.each(Object.entries(HOSTILE))('%s', (what, html) => {
  test('reads the same without short cuts', async () => {
    const on = await rig.on(html);
    await on.steady();
    await isSame(on, what);
  });

  test.each([1, 2, 3])('and so it does after each of many changes, seed %i', async (seed) => {
    const on = await rig.on(`${html}<script>(${changes})(${seed * 7919 + what.length})</script>`);
    for (let step = 0; step < 25; step += 1) {
      const done = await pageOf(on).evaluate('changeOnce()');
      await isSame(on, `${what}, seed ${seed}, step ${step}: ${done}`);
    }
  });
});

/** Runs in the page: `changeOnce` does the next of a sequence of changes, and says which. */
function changes(seed: number): void {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return (state >>> 0) % limit;
  };
  const pick = <Value>(values: ArrayLike<Value>): Value => values[below(values.length)] as Value;
  const anywhere = (): Element => {
    const all = [...document.body.querySelectorAll(':not(script)')];
    const one = all.length === 0 ? document.body : pick(all);
    return one.shadowRoot !== null && below(2) === 0
      ? pick([...one.shadowRoot.querySelectorAll('*'), one])
      : one;
  };
  const hosts = new WeakSet<Element>();
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
    style: [
      'display:none',
      'display:contents',
      'visibility:hidden',
      'visibility:visible',
      'content-visibility:hidden',
      'display:block',
      'display:inline',
      '',
    ],
    class: ['q', 'c', 'h', 'm', 'k', 'var', 'nest', 'x', 'two', ''],
    role: ['button', 'none', 'row', 'cell', 'group', 'dialog', 'grid', 'textbox', 'listbox', ''],
    'aria-hidden': ['true', 'false'],
    'aria-label': ['Said', ' ', ''],
    'aria-labelledby': ['l1', 'i b', 'missing', ''],
    'aria-owns': ['o1', 'b', 'l1'],
    'aria-disabled': ['true', 'false'],
    'aria-modal': ['true'],
    'aria-checked': ['true', 'mixed'],
    'aria-live': ['polite'],
    hidden: ['', 'until-found'],
    inert: [''],
    title: ['Title', ''],
    contenteditable: ['true', 'false'],
    'data-testid': ['t1', 't2'],
    for: ['i', 'out', 'b'],
    id: ['i', 'l1', 'b'],
    tabindex: ['0', '-1'],
    disabled: [''],
    open: [''],
  };
  const RULES = [
    'button::before{content:"b"}',
    'div::after{content:attr(id)}',
    '*::before{content:""}',
    'b::after{content:"after";display:block}',
    '@media all{p::before{content:counter(x)}}',
    ':is(a, span)::after{content:"z"}',
    'i{display:contents}',
    'p{visibility:hidden}',
    'td::before{content:"\\f000"}',
  ];
  const DOINGS: Readonly<Record<string, () => string>> = {
    attribute: () => {
      const [name, values] = pick(Object.entries(ATTRIBUTES));
      const [element, value] = [anywhere(), pick(values)];
      if (below(4) === 0) element.removeAttribute(name);
      else element.setAttribute(name, value);
      return `${element.localName} ${name}=${value}`;
    },
    move: () => {
      const [element, to] = [anywhere(), anywhere()];
      if (element.contains(to) || element === document.body) return 'nothing';
      to.append(element);
      return `${element.localName} into ${to.localName}`;
    },
    remove: () => {
      const element = anywhere();
      if (element !== document.body && below(3) === 0) element.remove();
      return element.localName;
    },
    copy: () => {
      const [element, to] = [anywhere(), anywhere()];
      if (document.querySelectorAll('*').length < 400) to.append(element.cloneNode(true));
      return `${element.localName} copied into ${to.localName}`;
    },
    text: () => {
      const element = anywhere();
      element.append(pick([' word ', 'a\u200bb', '\n', 'x  y']));
      return element.localName;
    },
    rule: () => {
      const rule = pick(RULES);
      sheet.insertRule(rule);
      return rule;
    },
    edit: () => {
      const rule = sheet.cssRules.length === 0 ? undefined : pick(sheet.cssRules);
      if (!(rule instanceof CSSStyleRule)) return 'nothing';
      if (below(2) === 0) rule.style.content = pick(['"edited"', '""', 'none']);
      else rule.selectorText = pick(['span::before', 'li::after', 'a::before']);
      return rule.cssText;
    },
    value: () => {
      const field = document.querySelector('input');
      if (field) field.value = pick(['typed', '']);
      return 'value';
    },
    shadow: () => {
      const element = anywhere();
      if (!/^(?:div|p|span)$/.test(element.localName) || hosts.has(element)) return 'nothing';
      hosts.add(element);
      const root = element.attachShadow({ mode: pick(['open', 'closed'] as const) });
      root.innerHTML = '<style>b::before{content:"in root"}</style><b>root</b> <slot></slot>';
      return `${element.localName} shadow`;
    },
    words: () => {
      const element = anywhere();
      element.animate({ content: ['"one"', '"two"'] }, { duration: 1e6, pseudoElement: '::before' }).pause();
      return `${element.localName} animated`;
    },
  };
  (globalThis as unknown as { changeOnce: () => string }).changeOnce = () => {
    const [name, act] = pick(Object.entries(DOINGS));
    return `${name} ${act()}`;
  };
}

test('the browser generates words of its own in quotations only', async () => {
  const on = await rig.on('<p>Words</p>');
  const generating = await pageOf(on).evaluate(() =>
    Object.getOwnPropertyNames(globalThis)
      .filter((name) => /^(?:HTML|SVG|MathML).*Element$/.test(name))
      .flatMap((name) => name.replace(/^(?:HTML|SVG|MathML)|Element$/g, '').toLowerCase())
      .concat(
        'a abbr address article aside b bdi bdo blockquote caption center cite code dd del details dfn dialog dt em fieldset figcaption figure footer h1 h6 header hgroup hr i img input ins kbd li main mark menu meter nav nobr ol optgroup option output p pre progress q rp rt ruby s samp search section select small span strong sub summary sup table tbody td textarea tfoot th thead time tr u ul var video wbr'.split(
          ' ',
        ),
      )
      .filter((tag) => {
        const element = document.body.appendChild(document.createElement(tag || 'x'));
        const said = (['::before', '::after'] as const).some((which) =>
          /["a-z]-quote|"./.test(getComputedStyle(element, which).content),
        );
        element.remove();
        return said;
      }),
  );
  expect([...new Set(generating)]).toEqual(['q']);
});

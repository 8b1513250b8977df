// The proven point of a press, held against Playwright's own actionability, and the guard that keeps a press from anything else.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { NodeId } from '../../screen/node.ts';
import type { Aimed, Keeper } from './injected/main.ts';
import { PAGE_KEY, SELECTOR_ENGINE } from './page-api.ts';
import { type On, WebRig } from './web.fixture.ts';

const rig = new WebRig();
beforeAll(() => rig.start(), 60_000);
afterEach(() => rig.endSessions());
afterAll(() => rig.stop());

/** How long Playwright may try: long for what it is to press, so that a busy machine does not matter. */
const TRIAL_MS = { ready: 20_000, not: 1_000 };

/** Enough to meet a rendering, at 40 ms each. */
const PRESSES = 60;

const pageOf = (on: On): Page => on.session.browser?.page as Page;

async function pointOf(on: On, id: NodeId): Promise<Aimed['point']> {
  const aimed = await pageOf(on).evaluate(
    ([key, target]) =>
      (globalThis as unknown as Record<string, Keeper>)[key]?.(document)?.aim(target, { press: true }),
    [PAGE_KEY, id] as const,
  );
  return aimed === 'stale' ? undefined : aimed?.point;
}

const MOVING = '@keyframes slide { from { margin-left: 0 } to { margin-left: 300px } }';
const PUSHING = '@keyframes push { from { height: 0 } to { height: 300px } }';

/** Pages with one button "Go"; `ready`: Playwright presses it at once, and so do we. */
const PAGES: readonly (readonly [string, boolean, string])[] = [
  ['plain', true, '<button>Go</button>'],
  ['with a child that is hit', true, '<button><b>Go</b></button>'],
  ['in a shadow root', true, '<x-a><template shadowrootmode=open><button>Go</button></template></x-a>'],
  [
    'half under the edge, its centre in view',
    true,
    '<button style="position:fixed;left:-20px;width:90px">Go</button>',
  ],
  [
    'that fades',
    true,
    '<style>@keyframes f{from{opacity:.2}to{opacity:1}}</style><button style="animation:f 9s">Go</button>',
  ],
  [
    'beside a spinner',
    true,
    '<style>@keyframes r{to{transform:rotate(1turn)}}</style><i style="display:inline-block;animation:r 1s infinite">o</i><button>Go</button>',
  ],
  ['disabled', false, '<button disabled>Go</button>'],
  ['disabled by ARIA', false, '<button aria-disabled=true>Go</button>'],
  ['in a disabled fieldset', false, '<fieldset disabled><button>Go</button></fieldset>'],
  ['covered', false, '<button>Go</button><div style="position:fixed;inset:0"></div>'],
  ['that takes no pointer', false, '<button style="pointer-events:none">Go</button>'],
  ['that slides', false, `<style>${MOVING}</style><button style="animation:slide 60s linear">Go</button>`],
  [
    'in a box that slides',
    false,
    `<style>${MOVING}</style><div style="animation:slide 60s linear"><button>Go</button></div>`,
  ],
  [
    'under a box that grows',
    false,
    `<style>${PUSHING}</style><div style="animation:push 60s linear"></div><button>Go</button>`,
  ],
  [
    'pushed by what grows in a shadow root',
    false,
    `<x-a><template shadowrootmode=open><style>${PUSHING}</style><div style="animation:push 60s linear"></div></template></x-a><button>Go</button>`,
  ],
  [
    'moved by a script',
    false,
    `<button style="position:absolute">Go</button><script>let x=0;(function step(){document.querySelector('button').style.left=(x=(x+3)%500)+'px';requestAnimationFrame(step)})()</script>`,
  ],
];

describe('a proven point', () => {
  test.each(PAGES)('of a button %s: %s, as Playwright finds it', async (_, ready, html) => {
    const on = await rig.on(html);
    const { id } = await on.find('button', 'Go');
    const trial = pageOf(on)
      .locator(`${SELECTOR_ENGINE}=${id}`)
      .click({ trial: true, timeout: ready ? TRIAL_MS.ready : TRIAL_MS.not })
      .then(
        () => true,
        () => false,
      );
    expect(await trial).toBe(ready);
    // What a script moves frame by frame shows it by two frames in a row, which a busy machine may hold up.
    await expect.poll(async () => (await pointOf(on, id)) !== undefined).toBe(ready);
  });

  test('is not given for a control out of view, which Playwright scrolls to', async () => {
    const on = await rig.on(
      '<div style="height:3000px"></div><button onclick="o.textContent=1">Go</button><output id=o></output>',
    );
    const { id } = await on.find('button', 'Go');
    expect(await pointOf(on, id)).toBeUndefined();
    expect(await on.tap('button', 'Go')).toEqual({ ok: true });
    expect((await on.find('status')).text).toBe('1');
  });

  test('is not given while something scrolls', async () => {
    const on = await rig.on('<button>Go</button><div style="height:3000px"></div>');
    const { id } = await on.find('button', 'Go');
    const aimed = await pageOf(on).evaluate(
      ([key, target]) =>
        new Promise((resolve) => {
          addEventListener('scroll', () => resolve(ask()), { once: true });
          const ask = (): Aimed | 'stale' | undefined =>
            (globalThis as unknown as Record<string, Keeper>)[key]?.(document)?.aim(target, { press: true });
          scrollBy(0, 1);
        }),
      [PAGE_KEY, id] as const,
    );
    expect(aimed).toEqual({ facts: { kind: 'other' } });
  });
});

describe('a guarded press', () => {
  test('does not reach what came under the pointer since, and the control is pressed all the same', async () => {
    const on = await rig.on(
      `<button onclick="go.textContent=1">Go</button><output id=go></output><output id=other>0</output>
       <script>function cover() { const b = document.createElement('button'); b.textContent = 'Other'; b.style = 'position:fixed;inset:0';
         b.onpointerdown = b.onmousedown = b.onmouseup = b.onclick = () => { other.textContent++ }; document.body.append(b) }</script>`,
    );
    const { id } = await on.find('button', 'Go');
    const page = pageOf(on);
    const point = await pointOf(on, id);
    if (!point) throw new Error('no point');
    await page.evaluate('cover()');
    await page.mouse.click(point.x, point.y);
    expect(await page.locator('#other').textContent()).toBe('0');
    // The guard is down again: the next press is the user's own.
    await page.mouse.click(point.x, point.y);
    expect(await page.locator('#other').textContent()).toBe('4');
    await page.evaluate('document.querySelector("body > button:last-of-type").remove()');
    expect(await on.perform({ kind: 'tap', target: id })).toEqual({ ok: true });
    expect(await page.locator('#go').textContent()).toBe('1');
  });

  test('is made once at most, and hardly ever lost, where an app replaces everything all the time', async () => {
    const on = await rig.on(
      `<main></main><output>0</output><script>let n = 0;
       function draw() { document.querySelector('main').innerHTML = '<button onclick="n++; document.querySelector(\\'output\\').textContent = n">Go</button>' }
       draw(); setInterval(draw, 40)</script>`,
    );
    let pressed = 0;
    for (let turn = 0; turn < PRESSES; turn += 1) {
      const { nodes } = await on.session.read();
      const id = nodes.find((node) => node.name === 'Go')?.id as NodeId;
      const done = await on.perform({ kind: 'tap', target: id });
      // Replaced before it was aimed at: nothing was sent, and that is said.
      if (done.ok) pressed += 1;
      else expect(done.code).toBe('not-found');
    }
    expect(pressed).toBeGreaterThan(0);
    const made = Number(await pageOf(on).locator('output').textContent());
    expect(made).toBeLessThanOrEqual(pressed);
    // Down and up go in one go, but a busy machine may still stop the browser between them.
    expect(made).toBeGreaterThanOrEqual(pressed * 0.9);
  });
});

// What comes and goes around a step: consent banners, tours, another language.
import { role } from '../checker.ts';
import { counter, counting } from '../counting.ts';
import { tap, taps, type } from '../script.ts';
import type { Expected, Situation } from '../situation.ts';

/** A replay with the banner there, and one without: neither writes. */
const withBanner: Expected = {
  mode: 'self-finalized',
  write: 'kept',
  skipped: 0,
  untouched: true,
  counts: { accepted: 1, bought: 1 },
};
const withoutBanner: Expected = { ...withBanner, skipped: 1, counts: { accepted: 0, bought: 1 } };

/** S057: a consent banner, dismissed inside the step. */
export const S057: Situation = {
  id: 'S057',
  title: 'a consent banner was dismissed in the step, and is there only on a first visit',
  goal: 'buy the lamp',
  serve: {
    ...counter,
    '/': (world) => {
      const absent = world.change === 'by turns' && world.run % 2 === 0;
      return `<h1>Lamp</h1><button onclick="${counting('bought')}.then(()=>{o.textContent='Bought'})">Buy</button><p id="o" role="status"></p>
      ${absent ? '' : `<div id="c" style="position:fixed;inset:0;background:#fffc"><p>We use cookies</p><button onclick="${counting('accepted')};c.remove()">Accept cookies</button></div>`}`;
    },
  },
  act: async (step) => {
    await tap(step, { role: 'button', name: 'Accept cookies' });
    await tap(step, { role: 'button', name: 'Buy' });
    return undefined;
  },
  check: (checker) => checker.shows(role('status'), { text: 'Bought' }),
  unchanged: withBanner,
  changes: {
    'by turns': {
      expected: [1, 2, 3, 4, 5].flatMap(() => [withoutBanner, withBanner]),
    },
  },
};

const overlay = (attributes: string, words: string): string =>
  `<div id="tour" ${attributes} style="position:fixed;inset:0;background:#000a" onclick="if(event.target.textContent!=='Skip tour')${counting('overlay hits')}">
   <p>${words}</p><button onclick="${counting('tours skipped')};tour.remove()">Skip tour</button></div>`;
const tours: Readonly<Record<string, string>> = {
  'a modal tour': overlay('role="dialog" aria-modal="true" aria-label="Tour"', 'Here you create things'),
  'a plain tour': overlay('', 'Here you create things'),
};

/** S059: a tour over the page. */
export const S059: Situation = {
  id: 'S059',
  title: 'a tour lies over the page of a fresh account',
  goal: 'create a project',
  serve: {
    ...counter,
    '/': (world) =>
      `<h1>Projects</h1><button onclick="${counting('created')}.then(()=>{u.innerHTML='<li>Project of today</li>'})">Create</button><ul id="u"></ul>${tours[world.change] ?? ''}`,
  },
  act: taps({ role: 'button', name: 'Create' }),
  check: (checker) => checker.shows(role('listitem'), { text: 'Project of today' }),
  unchanged: { mode: 'self-finalized', counts: { created: 1 } },
  changes: Object.fromEntries(
    Object.keys(tours).map((name) => [
      name,
      {
        finish: async (step) => {
          await tap(step, { role: 'button', name: 'Skip tour' });
          await tap(step, { role: 'button', name: 'Create' });
          return undefined;
        },
        expected: {
          mode: 'agent-concluded',
          reason: ['target-not-found', 'action-failed'],
          counts: { 'overlay hits': 0, 'tours skipped': 1, created: 1 },
        },
      } satisfies NonNullable<Situation['changes']>[string],
    ]),
  ),
};

const WORDS = {
  en: {
    title: 'Company',
    name: 'Name',
    city: 'City',
    street: 'Street',
    send: 'Submit',
    done: 'Company added',
  },
  de: {
    title: 'Firma',
    name: 'Name der Firma',
    city: 'Ort',
    street: 'Straße',
    send: 'Absenden',
    done: 'Firma angelegt',
  },
} as const;

/** S061: another language. */
export const S061: Situation = {
  id: 'S061',
  title: 'the labels are in another language, and half of the controls have test ids',
  goal: 'add a company in Oslo',
  serve: {
    ...counter,
    '/': (world) => {
      const words = WORDS[world.change === '' ? 'en' : 'de'];
      const lang = world.change === 'German, and says so' ? 'de' : 'en';
      const body = `<h1>${words.title}</h1><label>${words.name} <input data-testid="name"></label><label>${words.city} <input data-testid="city"></label><label>${words.street} <input></label><button onclick="${counting('sent')}.then(()=>{o.textContent='${words.done}'})">${words.send}</button><p id="o" role="status"></p>`;
      return { body: `<!doctype html><html lang="${lang}"><title>Drift</title>${body}</html>` };
    },
  },
  act: async (step, world) => {
    const words = WORDS[world.change === '' ? 'en' : 'de'];
    if (step.handOff === undefined) {
      await type(step, { role: 'textbox', name: words.name }, 'Acme');
      await type(step, { role: 'textbox', name: words.city }, 'Oslo');
    }
    await type(step, { role: 'textbox', name: words.street }, 'Main Street 1');
    await tap(step, { role: 'button', name: words.send });
    return undefined;
  },
  check: (checker) =>
    checker.shows(role('status'), { text: WORDS[checker.world.change === '' ? 'en' : 'de'].done }),
  unchanged: { mode: 'self-finalized', counts: { sent: 1 } },
  changes: Object.fromEntries(
    ['German, and says so', 'German, and says nothing'].map((name) => [
      name,
      {
        expected: {
          mode: 'agent-concluded',
          reason: 'target-not-found',
          detail: /at action 3 of 4.*language/,
          relocated: 2,
          counts: { sent: 1 },
        },
      } satisfies NonNullable<Situation['changes']>[string],
    ]),
  ),
};

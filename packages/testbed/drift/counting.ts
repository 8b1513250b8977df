// How the pages of situations tell their server what really happened. It counts; judge.ts holds the counts against what must come.
import type { Answer, Situation, World } from './situation.ts';

/** A route that counts each request under a name. */
export function counted(name: string): (world: World) => Answer {
  return (world) => {
    world.count(name);
    return '';
  };
}

/** A handler that posts to a path, then says so in {@link STATUS}. */
export const posts = (path: string): string =>
  `onclick="event.preventDefault();fetch('${path}',{method:'POST'}).then(()=>{o.textContent='Done'})"`;

/** Where {@link posts} says it. */
export const STATUS = '<p id="o" role="status"></p>';

/** Script that has {@link counter} count something; it also arrives when the page is left at once. */
export const counting = (what: string): string =>
  `fetch('/count?what=${what}',{method:'POST',keepalive:true})`;

/** The route for {@link counting}. */
export const counter: Situation['serve'] = {
  'POST /count': (world, { query }) => {
    world.count(query.get('what') ?? '');
    return '';
  },
};

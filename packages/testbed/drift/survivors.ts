// What survives the load-bearing proof of a situation by its nature, each with the reason. `npm run drift:prove` fails on any other.

/** By place, as `S072 action 1` or `S072 anchor 2`. */
export const SURVIVORS: Readonly<Record<string, string>> = {};

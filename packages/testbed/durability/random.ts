// Numbers that look random and are the same in every run of one seed.

/** A source of whole numbers below a limit. */
export type Random = (below: number) => number;

/** A source for a seed. Source: mulberry32, a public-domain generator of 32 bits. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

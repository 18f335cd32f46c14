import fc from 'fast-check';

/** Numbers in [0, 1) that look random and are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A seed for `randomOf` in a property: another one in each run. Not shrunk, since a smaller seed makes nothing simpler.
 */
export const anySeed = fc.noShrink(fc.nat());

/** Choices that look random and are the same for the same seed. */
export interface Seeded {
  /** From 0 to `below`, without it. */
  readonly below: (below: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

export function seeded(seed: number): Seeded {
  const random = randomOf(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}

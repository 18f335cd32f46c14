import type { Concept, Concepts } from '../termbase.ts';

/**
 * Few enough that the objects are freed before the garbage collector moves them to the old generation, and enough that
 * a page costs little.
 */
const PAGE_CONCEPTS = 64;

/** JSON of an array of concepts. */
type Page = Uint8Array;

interface PackedConcepts extends Concepts {
  readonly pages: readonly Page[];
}

const pageOf = (concepts: readonly Concept[]): Page => new TextEncoder().encode(JSON.stringify(concepts));

const conceptsOn = (page: Page): readonly Concept[] => JSON.parse(new TextDecoder().decode(page));

function packed(pages: readonly Page[], length: number): PackedConcepts {
  return {
    length,
    pages,
    *[Symbol.iterator]() {
      for (const page of pages) yield* conceptsOn(page);
    },
  };
}

/**
 * Collects concepts as bytes. As objects, a large termbase would take three times the memory, and in newer versions of
 * Node.js the heap grows with every object that outlives a page.
 */
export function conceptPacker(): { readonly add: (concept: Concept) => void; readonly all: () => Concepts } {
  const pages: Page[] = [];
  let open: Concept[] = [];
  let length = 0;
  const close = (): void => {
    if (open.length > 0) pages.push(pageOf(open));
    open = [];
  };
  return {
    add(concept) {
      length += 1;
      open.push(concept);
      if (open.length === PAGE_CONCEPTS) close();
    },
    all() {
      close();
      return packed(pages, length);
    },
  };
}

const isPacked = (concepts: Concepts): concepts is PackedConcepts => 'pages' in concepts;

/**
 * Changes each concept, or removes it if `change` returns `undefined`. Packed concepts stay packed, and a page without
 * changes is reused.
 */
export function revisedConcepts(concepts: Concepts, change: (concept: Concept) => Concept | undefined): Concepts {
  if (!isPacked(concepts)) return [...concepts].flatMap((concept) => change(concept) ?? []);
  const pages: Page[] = [];
  let length = 0;
  for (const page of concepts.pages) {
    const before = conceptsOn(page);
    const after = before.flatMap((concept) => change(concept) ?? []);
    length += after.length;
    if (after.length === before.length && after.every((concept, at) => concept === before[at])) pages.push(page);
    else if (after.length > 0) pages.push(pageOf(after));
  }
  return packed(pages, length);
}

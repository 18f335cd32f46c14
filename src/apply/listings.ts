import type { Client } from '../client/client.ts';
import type { DeveloperKey } from '../kinds/developer-key/developer-key.ts';
import type { LiveGlossary } from '../kinds/glossary/glossary.ts';
import type { LiveStyleList } from '../kinds/style-list/style-list.ts';

/** The lists of a target, each read once per run however many creates look at it, unless a fresh look is needed. */
export interface Listings {
  readonly glossaries: (fresh: boolean) => Promise<readonly LiveGlossary[]>;
  readonly styleLists: (fresh: boolean) => Promise<readonly LiveStyleList[]>;
  /**
   * Keys have no reading of their own, so this is the look at each of them; their changes run one after another, and
   * the look after one is that before the next.
   */
  readonly developerKeys: (fresh: boolean) => Promise<readonly DeveloperKey[]>;
}

function remembered<Value>(read: () => Promise<Value>): (fresh: boolean) => Promise<Value> {
  let last: Promise<Value> | undefined;
  return (fresh) => {
    if (fresh || last === undefined) {
      const reading = read();
      last = reading;
      // A failed reading is not kept: the next look tries again.
      reading.catch(() => {
        if (last === reading) last = undefined;
      });
    }
    return last;
  };
}

export const makeListings = (client: Client): Listings => ({
  glossaries: remembered(() => client.glossaries.list()),
  styleLists: remembered(() => client.styleLists.list()),
  developerKeys: remembered(() => client.developerKeys.list()),
});

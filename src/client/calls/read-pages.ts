import { PAGE_SIZE } from '../../contract/limits.ts';
import { ServiceError } from '../../model/errors.ts';
import { LIST_PAGES_MAX } from '../../model/incoming-limits.ts';
import type { Call } from '../transport/send.ts';

/**
 * Reads a listing page by page into a map. `take` adds the items of a page to the map, and returns them with the total
 * number, if the service gives one. Reading ends at the total, and at a page without new items, so that a service that
 * ignores `page` cannot cause an endless loop. Throws `ServiceError` if a listing exceeds the maximum number of pages.
 */
export async function readPages<Id, Item>(
  callOf: (page: number, pageSize: number) => Call,
  take: (call: Call, found: Map<Id, Item>) => Promise<{ readonly items: number; readonly total?: number | undefined }>,
): Promise<readonly Item[]> {
  const found = new Map<Id, Item>();
  for (let page = 0; ; page += 1) {
    const call = callOf(page, PAGE_SIZE.max);
    if (page >= LIST_PAGES_MAX) {
      const message = `the listing has more than ${LIST_PAGES_MAX} pages, which is the most that is read`;
      throw new ServiceError({ request: `${call.method} ${call.path.split('?')[0]}`, status: 200, message });
    }
    const known = found.size;
    // Something that was made meanwhile shifts the pages: an item may come twice, and the later reading counts.
    const { items, total } = await take(call, found);
    const complete = total === undefined ? items < PAGE_SIZE.max : found.size >= total;
    if (complete || found.size === known) return [...found.values()];
  }
}

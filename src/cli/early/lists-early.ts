import { FILES } from '../../kinds/files/registry.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { listingOf, readListing } from '../../kinds/service/read-listing.ts';
import type { PlanningOptions } from '../options/common-options.ts';
import type { EarlyReading } from './early-reads.ts';

/**
 * The lists that every plan of the workspace reads. Nothing with `--since`, which chooses the kinds by what has
 * changed, nor with `--against`, which asks nobody.
 */
export const listsEarly = ({
  since,
  against,
}: PlanningOptions & { readonly since?: string; readonly against?: string }): EarlyReading => ({
  async begin({ client, limit }, config) {
    if (since !== undefined || against !== undefined) return;
    const kinds = FILES.filter((facet) => config.patterns[facet.kind] !== undefined && facet.isOneFile !== true)
      .map((facet) => kindNamed(facet.kind))
      .filter(({ needsAdminKey }) => needsAdminKey !== true);
    await readListing(client, listingOf(kinds), limit);
  },
});

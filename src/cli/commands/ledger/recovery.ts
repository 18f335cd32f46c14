import type { Client } from '../../../client/client.ts';
import { readListing } from '../../../client/live/read-listing.ts';
import { type Finding, hasErrors } from '../../../model/finding.ts';
import type { DesiredState } from '../../../model/resources/desired.ts';
import type { Connection } from '../../session/connect.ts';

/** Reads what the service lists of the kinds that a state manages. `withKeys`: developer keys too. */
export const listKinds = (
  client: Client,
  { glossaries, styleLists }: DesiredState,
  withKeys: boolean,
  limit: Connection['limit'],
) =>
  readListing(
    client,
    { glossaries: glossaries !== undefined, styleLists: styleLists !== undefined, developerKeys: withKeys },
    limit,
  );

/** Whether the files agree with what was restored, or cannot be compared since they have errors. */
export function filesStanding(
  { sources, findings }: { readonly sources: DesiredState; readonly findings: readonly Finding[] },
  differ: (files: DesiredState) => boolean,
): 'broken' | 'differ' | 'agree' {
  if (hasErrors(findings)) return 'broken';
  return differ(sources) ? 'differ' : 'agree';
}

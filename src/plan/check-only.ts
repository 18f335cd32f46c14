import type { Matches } from '../kinds/matches.ts';
import { addressWithKind } from '../kinds/registry.ts';
import { type LiveState, liveOf } from '../kinds/states.ts';
import { errorAt, type Finding, topOf } from '../model/finding.ts';
import { type Address, matchesAny } from '../model/resources/address.ts';
import { allMatches, type MatchAllInput } from './match/match.ts';

function suggestion(pattern: string, known: readonly Address[]): Finding['details'] {
  const meant = addressWithKind(pattern, known);
  return meant === undefined ? {} : { suggestion: meant };
}

/**
 * All addresses that a pattern can match: resources of the files, of the ledger and of the service, and the parts that
 * the files and the service have.
 */
export const addressesOf = (live: LiveState, matches: Matches): readonly Address[] =>
  allMatches(matches).flatMap(({ kind, matched }): readonly Address[] => {
    const { desired, deletes, unmanaged } = matched;
    // The parts of a kind that was not read are unknown.
    const parts = liveOf(live, kind.plural) === undefined ? [] : matched.matches;
    return [
      ...[...desired, ...deletes, ...unmanaged].map(({ address }) => address),
      ...parts.flatMap(({ desired: wanted, live: found }) =>
        [
          ...(kind.children?.(kind.contentOf(wanted)).keys() ?? []),
          ...((found && kind.liveChildren?.(found).keys()) ?? []),
        ].map((child): Address => `${wanted.address}/${child}`),
      ),
    ];
  });

/** A pattern of `--only` that matches nothing is probably a typo. */
export function checkOnly({ only, live }: MatchAllInput, matches: Matches): readonly Finding[] {
  const known = addressesOf(live, matches);
  return only
    .filter((pattern) => !known.some((address) => matchesAny([pattern], address)))
    .map((pattern) =>
      errorAt('only-matches-nothing', topOf('lexform.yaml'), { pattern, ...suggestion(pattern, known) }),
    );
}

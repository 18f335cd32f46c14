import { errorAt, type Finding } from '../model/finding.ts';
import { type Address, addressWithKind, dictionaryAddress, matchesAny } from '../model/resources/address.ts';
import type { LiveState } from '../model/resources/live.ts';
import { topOf } from '../model/source-ref.ts';
import type { MatchAllInput, Matches } from './match/match-all.ts';

function suggestion(pattern: string, known: readonly Address[]): Finding['details'] {
  const meant = addressWithKind(pattern, known);
  return meant === undefined ? {} : { suggestion: meant };
}

function addressesOf({ glossaries }: LiveState, matches: Matches): readonly Address[] {
  const ofPairs = (matches.glossaries?.matches ?? []).flatMap(({ desired, live }) =>
    [...desired.dictionaries.keys(), ...(live?.dictionaries.keys() ?? [])].map((pair) =>
      dictionaryAddress(desired.address, pair),
    ),
  );
  const kinds = [matches.glossaries, matches.styleLists, matches.developerKeys].filter((kind) => kind !== undefined);
  return [
    ...kinds
      .flatMap(({ desired, deletes, unmanaged }) => [...desired, ...deletes, ...unmanaged])
      .map(({ address }) => address),
    // Of a service that was not asked nobody knows the dictionaries.
    ...(glossaries === undefined ? [] : ofPairs),
  ];
}

/** `--only` that names nothing is a slip of the pen, not a wish for an empty plan. */
export function checkOnly({ only, live }: MatchAllInput, matches: Matches): readonly Finding[] {
  const known = addressesOf(live, matches);
  return only
    .filter((pattern) => !known.some((address) => matchesAny([pattern], address)))
    .map((pattern) =>
      errorAt('only-matches-nothing', topOf('lexform.yaml'), { pattern, ...suggestion(pattern, known) }),
    );
}

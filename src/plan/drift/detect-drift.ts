import type { LanguagePair, PairKey } from '../../model/entries/language-pair.ts';
import type { GlossaryId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import { type Drift, type DriftPart, perPart, type ResourceDrift, type Settled } from './drift.ts';
import { DEVELOPER_KEY_DRIFT } from './drift-developer-key.ts';
import { glossaryDrift } from './drift-glossary.ts';
import { type ComparedInput, comparedInScope } from './drift-owned.ts';
import { driftNewcomer, driftResource } from './drift-resource.ts';
import { STYLE_LIST_DRIFT } from './drift-style-list.ts';
import type { CountSettled } from './drift-values.ts';

/** What is compared, beside what every decision is made from. */
interface Compared extends ComparedInput {
  /**
   * A dictionary that somebody added to an owned glossary counts too. Default false: it is unmanaged. Never of an
   * additive one, which shares.
   */
  readonly added?: boolean;
}

export interface DriftInput extends Compared {
  readonly target: { readonly name: string; readonly baseUrl: string };
}

/**
 * The three-way comparison: what the last apply left, what the files ask for, and what the service has. Pure: the same
 * states, the same value, in whatever order files and service list resources, rules and instructions. The dictionaries
 * that `driftEntriesNeeded` names must have been read, or it throws.
 */
export function driftOf(input: DriftInput): Drift {
  const scope = scopeOf(input.only);
  const counted: Record<'same' | 'ours', Map<DriftPart, number>> = { same: new Map(), ours: new Map() };
  const count: CountSettled = (part, standing) => {
    counted[standing].set(part, (counted[standing].get(part) ?? 0) + 1);
  };
  const { glossaries, styleLists, developerKeys, newcomers } = comparedInScope(input);
  const ofGlossary = glossaryDrift(scope, input.added === true);
  const resources: readonly (ResourceDrift | undefined)[] = [
    ...glossaries.map((sides) => driftResource(ofGlossary, sides, count)),
    ...styleLists.map((sides) => driftResource(STYLE_LIST_DRIFT, sides, count)),
    ...developerKeys.map((sides) => driftResource(DEVELOPER_KEY_DRIFT, sides, count)),
    ...newcomers.glossaries.map((each) => driftNewcomer(ofGlossary, each)),
    ...newcomers.styleLists.map((each) => driftNewcomer(STYLE_LIST_DRIFT, each)),
    ...newcomers.developerKeys.map((each) => driftNewcomer(DEVELOPER_KEY_DRIFT, each)),
  ];
  const drifting = resources.filter((drift) => drift !== undefined);
  return {
    formatVersion: 1,
    target: input.target,
    only: input.only,
    resources: drifting.sort((left, right) => byCodeUnit(left.address, right.address)),
    settled: perPart((part): Settled => ({ same: counted.same.get(part) ?? 0, ours: counted.ours.get(part) ?? 0 })),
  };
}

/**
 * Which live dictionaries must have been read for that, given what the service lists. One that nobody in git has ever
 * named need not be.
 */
export function driftEntriesNeeded(
  input: Compared,
): readonly { readonly glossary: GlossaryId; readonly pair: LanguagePair }[] {
  const scope = scopeOf(input.only);
  const { glossaries, newcomers } = comparedInScope(input);
  const ofNewcomers = newcomers.glossaries.flatMap(({ live }) =>
    [...live.dictionaries.values()]
      .filter(({ entryCount }) => entryCount > 0)
      .map(({ pair }) => ({ glossary: live.id, pair })),
  );
  const ofOthers = glossaries.flatMap(({ address, base, desired, live }) => {
    if (live === undefined) return [];
    const isCompared = (pair: PairKey): boolean =>
      desired === undefined ||
      (scope.child(address, pair) &&
        (desired.dictionaries.has(pair) ||
          base.content.dictionaries.has(pair) ||
          (input.added === true && desired.mode !== 'additive')));
    return [...live.dictionaries]
      .filter(([pair, { entryCount }]) => entryCount > 0 && isCompared(pair))
      .map(([, { pair }]) => ({ glossary: live.id, pair }));
  });
  return [...ofOthers, ...ofNewcomers];
}

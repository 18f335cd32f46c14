import { glossaryChange, glossaryDeletion } from '../kinds/glossary/glossary-change.ts';
import { glossaryParts } from '../kinds/glossary/glossary-parts.ts';
import { styleListChange, styleListDeletion } from '../kinds/style-list/style-list-change.ts';
import type { PairKey } from '../model/entries/language-pair.ts';
import type { Finding } from '../model/finding.ts';
import { byCodeUnit } from '../model/order.ts';
import { isGoing } from '../model/plan/change-values.ts';
import type { Change, Plan } from '../model/plan/plan.ts';
import { scopeOf } from '../model/plan/scope.ts';
import type { Address, GlossaryAddress, StyleListAddress } from '../model/resources/address.ts';
import { addressWithKind, dictionaryAddress, matchesAny } from '../model/resources/address.ts';
import { digestOf, glossaryDigest, styleListDigest } from '../model/resources/digest.ts';
import type { LiveGlossary } from '../model/resources/live.ts';
import { planDeveloperKeys } from './compile/plan-developer-keys.ts';
import { takenOver } from './diff/adoptions.ts';
import { unownedLosses } from './guard/unowned-losses.ts';
import { type KindPlan, planKind } from './kind-plan.ts';
import { type MatchAllInput, type Matches, matchAll } from './match/match-all.ts';

export interface MakePlanInput extends MatchAllInput {
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** A ledger is kept, so that what is the same already is taken over by an apply. Default false. */
  readonly takesOver?: boolean;
}

/** What was read of a glossary: dictionaries without entries here were none of the plan's business. */
function seenDigest(glossary: LiveGlossary): string {
  const read = [...glossary.dictionaries].flatMap(([pair, { entries }]) =>
    entries === undefined ? [] : [[pair, { entries }] as const],
  );
  return glossaryDigest(glossary.name, new Map(read));
}

function ofGlossaries({ only, live, deletable }: MakePlanInput, matched: Matches['glossaries']): KindPlan {
  const scope = scopeOf(only);
  const pairsOf = new Map<Address, ReadonlyMap<PairKey, unknown>>(
    (matched?.desired ?? []).map(({ address, dictionaries }) => [address, dictionaries]),
  );
  return planKind(matched, only, {
    named: live.glossaries ?? [],
    inScope: (address) =>
      scope.whole(address) || [...(pairsOf.get(address)?.keys() ?? [])].some((pair) => scope.dictionary(address, pair)),
    digest: seenDigest,
    plan(match, sameName) {
      const { desired, live: found } = match;
      const { address, origin } = desired;
      const { parts, unmanaged } = glossaryParts({ ...match, address, deletable, scope });
      const whole = scope.whole(address);
      if (!whole && parts.length === 0) return undefined;
      if (found === undefined && parts.length === 0)
        return {
          findings: [{ code: 'glossary-without-entries', severity: 'error', at: origin, details: { address } }],
        };
      return {
        change: glossaryChange({ ...match, parts, whole, sameName }),
        ...(found && {
          unmanaged: unmanaged.map((part) => ({ address: part.address, id: found.id, name: found.name })),
        }),
      };
    },
    remove: ({ address, live: gone }) => glossaryDeletion(address as GlossaryAddress, gone),
  });
}

function ofStyleLists({ only, live }: MakePlanInput, matched: Matches['styleLists']): KindPlan {
  const { whole } = scopeOf(only);
  return planKind(matched, only, {
    named: (live.styleLists ?? []).map(({ id, content: { name } }) => ({ id, name })),
    digest: ({ content }) => styleListDigest(content),
    plan: (match, sameName) =>
      whole(match.desired.address) ? { change: styleListChange({ ...match, sameName }) } : undefined,
    remove: ({ address, live: gone, leftOf }) =>
      styleListDeletion(address as StyleListAddress, gone, leftOf as StyleListAddress | undefined),
  });
}

function suggestion(pattern: string, known: readonly Address[]): Finding['details'] {
  const meant = addressWithKind(pattern, known);
  return meant === undefined ? {} : { suggestion: meant };
}

/** `--only` that names nothing is a slip of the pen, not a wish for an empty plan. */
function checkOnly(only: readonly string[], known: readonly Address[]): readonly Finding[] {
  return only
    .filter((pattern) => !known.some((address) => matchesAny([pattern], address)))
    .map((pattern) => ({
      code: 'only-matches-nothing',
      severity: 'error',
      at: { file: 'lexform.yaml', line: 1, column: 1 },
      details: { pattern, ...suggestion(pattern, known) },
    }));
}

function addressesOf({ live: { glossaries } }: MakePlanInput, matches: Matches): readonly Address[] {
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

const rank = (change: Change): number => (isGoing(change) ? 0 : 1);

/**
 * The whole answer to "what would apply do?". Pure: the same states, the same plan, byte for byte, in whatever order
 * files and service list them. With findings of severity error the plan is not the whole and must not be applied.
 *  A live resource that matches nothing, that the ledger does not own and that no `deletable` pattern names is
 * unmanaged: listed, never touched.
 */
export function makePlan(input: MakePlanInput): { readonly plan: Plan; readonly findings: readonly Finding[] } {
  const decisions = matchAll(input);
  const made = [
    ofGlossaries(input, decisions.glossaries),
    ofStyleLists(input, decisions.styleLists),
    planDeveloperKeys({ live: input.live.developerKeys ?? [], only: input.only }, decisions.developerKeys),
  ];
  const changes = made
    .flatMap((each) => each.changes)
    .sort((left, right) => rank(left) - rank(right) || byCodeUnit(left.address, right.address));
  const adopts = input.takesOver === true ? takenOver(decisions, changes, input.only) : [];
  const { desired, ledger } = input;
  const unowned = unownedLosses(changes, { desired, ...(input.takesOver === true && { ledger }) });
  const seen = made.flatMap((each) => each.seen).sort(([left], [right]) => byCodeUnit(left, right));
  return {
    plan: {
      formatVersion: 1,
      target: input.target,
      only: input.only,
      liveFingerprint: digestOf(seen),
      changes,
      ...(adopts.length > 0 && { adopts }),
      ...(unowned.length > 0 && {
        removesUnowned: unowned.map(({ address, part, removed }) => ({ address, part, removed })),
      }),
      unmanaged: made
        .flatMap(({ unmanaged }) => unmanaged)
        .sort((left, right) => byCodeUnit(left.address, right.address) || byCodeUnit(left.id, right.id)),
    },
    findings: [...made.flatMap(({ findings }) => findings), ...checkOnly(input.only, addressesOf(input, decisions))],
  };
}

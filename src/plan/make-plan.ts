import type { PairKey } from '../model/entries/language-pair.ts';
import type { Finding } from '../model/finding.ts';
import { grouped } from '../model/grouped.ts';
import { byCodeUnit } from '../model/order.ts';
import type { Address, GlossaryAddress, StyleListAddress } from '../model/resources/address.ts';
import { addressWithKind, matchesAny } from '../model/resources/address.ts';
import { digestOf, glossaryDigest, styleListDigest } from '../model/resources/digest.ts';
import type { LiveGlossary } from '../model/resources/live.ts';
import { planDeveloperKeys } from './compile/plan-developer-keys.ts';
import { takenOver } from './diff/adoptions.ts';
import { glossaryChange, glossaryDeletion } from './diff/glossary-change.ts';
import { glossaryParts } from './diff/glossary-parts.ts';
import { styleListChange, styleListDeletion } from './diff/style-list-change.ts';
import { unownedLosses } from './guard/unowned-losses.ts';
import { findingsInScope, type KindPlan, NOTHING } from './kind-plan.ts';
import { type MatchAllInput, type Matches, matchAll } from './match/match-all.ts';
import type { Change, Plan, Unmanaged } from './plan.ts';
import { scopeOf } from './scope.ts';

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

function ofGlossaries(input: MakePlanInput, decided: Matches['glossaries']): KindPlan {
  if (decided === undefined) return NOTHING;
  const scope = scopeOf(input.only);
  const glossariesOfName = grouped(input.live.glossaries ?? [], ({ name }) => name);
  const changes: Change[] = [];
  const unmanaged: Unmanaged[] = [];
  const pairsOf = new Map<Address, ReadonlyMap<PairKey, unknown>>(
    decided.desired.map(({ address, dictionaries }) => [address, dictionaries]),
  );
  const inScope = (address: Address): boolean =>
    scope.whole(address) || [...(pairsOf.get(address)?.keys() ?? [])].some((pair) => scope.dictionary(address, pair));
  const findings: Finding[] = [...findingsInScope(decided.findings, inScope)];
  const seen: (readonly [string, string])[] = [];
  for (const { desired, live, owned, adopted } of decided.matches) {
    const { address } = desired;
    const known = { address, desired, ...(live !== undefined && { live }), ...(owned !== undefined && { owned }) };
    const { parts, unmanaged: others } = glossaryParts({ ...known, deletable: input.deletable, scope });
    const whole = scope.whole(address);
    if (!whole && parts.length === 0) continue;
    if (live !== undefined) {
      seen.push([live.id, seenDigest(live)]);
      for (const part of others) unmanaged.push({ address: part.address, id: live.id, name: live.name });
    } else if (parts.length === 0) {
      findings.push({ code: 'glossary-without-entries', severity: 'error', at: desired.origin, details: { address } });
      continue;
    }
    const sameName = (glossariesOfName.get(desired.name) ?? []).map(({ id }) => id).sort(byCodeUnit);
    const change = glossaryChange({ ...known, adopted, parts, whole, sameName });
    if (change !== undefined) changes.push(change);
  }
  for (const { address, live } of decided.deletes) {
    if (!scope.whole(address)) continue;
    changes.push(glossaryDeletion(address as GlossaryAddress, live));
    seen.push([live.id, seenDigest(live)]);
  }
  for (const { address, live } of decided.unmanaged) {
    if (scope.whole(address)) unmanaged.push({ address: address as GlossaryAddress, id: live.id, name: live.name });
  }
  return { changes, unmanaged, findings, seen };
}

function ofStyleLists(input: MakePlanInput, decided: Matches['styleLists']): KindPlan {
  if (decided === undefined) return NOTHING;
  const { whole } = scopeOf(input.only);
  const listsOfName = grouped(input.live.styleLists ?? [], ({ content }) => content.name);
  const changes: Change[] = [];
  const seen: (readonly [string, string])[] = [];
  for (const { desired, live, adopted } of decided.matches) {
    if (!whole(desired.address)) continue;
    if (live !== undefined) seen.push([live.id, styleListDigest(live.content)]);
    const sameName = (listsOfName.get(desired.name) ?? []).map(({ id }) => id).sort(byCodeUnit);
    const change = styleListChange({ desired, ...(live !== undefined && { live }), adopted, sameName });
    if (change !== undefined) changes.push(change);
  }
  for (const { address, live, leftOf } of decided.deletes) {
    if (!whole(leftOf ?? address)) continue;
    changes.push(styleListDeletion(address as StyleListAddress, live, leftOf as StyleListAddress | undefined));
    seen.push([live.id, styleListDigest(live.content)]);
  }
  const unmanaged = decided.unmanaged
    .filter(({ address }) => whole(address))
    .map(({ address, live }) => ({ address: address as StyleListAddress, id: live.id, name: live.name }));
  return { changes, unmanaged, findings: findingsInScope(decided.findings, whole), seen };
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

function addressesOf(
  { desired, live }: MakePlanInput,
  { glossaries, styleLists, developerKeys }: Matches,
): readonly Address[] {
  const kinds = [glossaries, styleLists, developerKeys].filter((kind) => kind !== undefined);
  const ofPairs = (glossaries?.matches ?? []).flatMap(({ desired: wanted, live: found }) =>
    [...wanted.dictionaries.keys(), ...(found?.dictionaries.keys() ?? [])].map(
      (pair): Address => `${wanted.address}/${pair}`,
    ),
  );
  return [
    ...(desired.glossaries ?? []).map(({ address }) => address),
    ...(desired.styleLists ?? []).map(({ address }) => address),
    ...(desired.developerKeys ?? []).map(({ address }) => address),
    ...kinds.flatMap((kind) => [...kind.deletes, ...kind.unmanaged].map(({ address }) => address)),
    ...(live.glossaries === undefined ? [] : ofPairs),
  ];
}

const rank = (change: Change): number => (change.action === 'delete' || change.action === 'deactivate' ? 0 : 1);

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

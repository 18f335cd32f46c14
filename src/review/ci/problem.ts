import { wentWell } from '../../apply/outcome.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import type { ValueChange } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { tally } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardVerdict, Refusal } from '../../plan/guard/refusal.ts';
import { outcomeWord } from '../apply/report-text.ts';
import { driftLine } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import { counted } from '../format/plural.ts';
import { undoneText } from '../ledger/ledger-refusal-text.ts';
import { findingMessage, sortedFindings } from '../messages/finding-text.ts';
import { refusalText } from '../plan/guard-text.ts';
import { operationText } from '../plan/operation-text.ts';
import { partNoun, partsOf } from '../plan/value-words.ts';
import type { Reported } from './reported.ts';

/**
 * One thing to look at: a fault of the files, something that a plan takes away, why it is refused, a call that did not
 * end well.
 */
export interface Problem {
  /** kebab-case and stable. */
  readonly rule: string;
  readonly level: Severity;
  /** Absent: nothing in the files stands for it. */
  readonly at?: SourceRef;
  /** One line that is safe to show. */
  readonly message: string;
  /**
   * What it is about, without lines and counts, so that it is the same problem after an edit elsewhere. May be user
   * text.
   */
  readonly about: string;
}

/** What the files say of a resource, or of one dictionary of it. */
function originsOf(plan: Plan): ReadonlyMap<string, SourceRef> {
  const refs = plan.changes.flatMap((change): readonly (readonly [string, SourceRef | undefined])[] => [
    [change.address, change.origin],
    ...change.children.map(({ address, origin }) => [address, origin ?? change.origin] as const),
  ]);
  return new Map(refs.filter((ref): ref is readonly [string, SourceRef] => ref[1] !== undefined));
}

const ofFinding = (finding: Finding): Problem => ({
  rule: finding.code,
  level: finding.severity,
  at: finding.at,
  message: findingMessage(finding),
  about: JSON.stringify(Object.entries(finding.details).filter(([, detail]) => typeof detail !== 'number')),
});

/** Something that goes. */
interface Loss {
  readonly rule: string;
  readonly address: string;
  readonly what: string;
}

const removedIn = (values: readonly ValueChange[], noun: string): string | undefined => {
  const { removed } = tally(values);
  return removed === 0 ? undefined : counted(removed, noun);
};

const WHOLES = {
  delete: { rule: 'deleted', what: 'is deleted' },
  deactivate: { rule: 'deactivated', what: 'is deactivated for good' },
  replace: { rule: 'replaced', what: 'is replaced by a list with a new id' },
} as const;

/** A resource or a dictionary that goes, with its terms. */
function wholeLoss(
  kind: string,
  address: string,
  action: keyof typeof WHOLES,
  entries: readonly ValueChange[],
): readonly Loss[] {
  const { rule, what } = WHOLES[action];
  const terms = removedIn(entries, 'term');
  return [{ rule: `${kind}-${rule}`, address, what: `${what}${terms === undefined ? '' : ` with ${terms}`}` }];
}

/** What goes of a resource or a dictionary that stays. */
const partLosses = (address: string, values: readonly ValueChange[]): readonly Loss[] =>
  partsOf(values).flatMap(([part, ofPart]) => {
    const removed = removedIn(ofPart, partNoun(part));
    return removed === undefined ? [] : [{ rule: `${partNoun(part)}s-removed`, address, what: `loses ${removed}` }];
  });

function lossesOf({ kind, action, address, values, children }: Change): readonly Loss[] {
  if (action !== 'create' && action !== 'update') {
    const entries = children.flatMap((child) => child.values);
    return wholeLoss(kind, address, action, entries);
  }
  return [
    ...partLosses(address, values),
    ...children.flatMap((child) =>
      child.action === 'delete'
        ? wholeLoss('dictionary', child.address, child.action, child.values)
        : partLosses(child.address, child.values),
    ),
  ];
}

const place = (at: SourceRef | undefined): Pick<Problem, 'at'> => (at === undefined ? {} : { at });

/** Why a plan is refused, and what it takes away beside: what is refused is not said twice. */
function ofPlan(plan: Plan, guard: GuardVerdict): readonly Problem[] {
  const origins = originsOf(plan);
  const refusals = guard.kind === 'refused' ? guard.refusals : [];
  const addressOf = (refusal: Refusal): string | undefined => ('address' in refusal ? refusal.address : undefined);
  const refused = new Set(refusals.map(addressOf));
  return [
    ...refusals.map(
      (refusal): Problem => ({
        rule: refusal.code,
        level: 'error',
        ...place(origins.get(addressOf(refusal) ?? '')),
        message: refusalText(refusal),
        about: addressOf(refusal) ?? refusal.code,
      }),
    ),
    ...plan.changes
      .flatMap(lossesOf)
      .filter(({ address }) => !refused.has(address))
      .map(
        ({ rule, address, what }): Problem => ({
          rule,
          level: 'warning',
          ...place(origins.get(address)),
          message: `${visible(address)} ${what}`,
          about: address,
        }),
      ),
  ];
}

/** What the plan would undo of somebody else's changes: apply refuses it. */
function undone(plan: Plan): readonly Problem[] {
  const origins = originsOf(plan);
  return (plan.undoes ?? []).map((address) => ({
    rule: 'drift-undone',
    level: 'error',
    ...place(origins.get(address)),
    message: undoneText([address]),
    about: address,
  }));
}

/** What somebody has changed outside git, apart from what the plan would undo. */
function ofDrift(plan: Plan, drift: Drift | undefined): readonly Problem[] {
  if (drift === undefined) return [];
  const known = new Set<string>(plan.undoes ?? []);
  const origins = originsOf(plan);
  return drift.resources
    .filter(({ address }) => !known.has(address))
    .map((resource) => ({
      rule: 'drift',
      level: 'warning',
      ...place(origins.get(resource.address)),
      message: `${visible(resource.address)}: ${driftLine({ ...drift, resources: [resource] })}`,
      about: resource.address,
    }));
}

/** What was found, errors and all, in the order of the files, then what the plan takes away, then what became of it. */
export function problemsOf(reported: Reported): readonly Problem[] {
  const findings = sortedFindings(reported.findings).map(ofFinding);
  switch (reported.kind) {
    case 'validated':
      return findings;
    case 'planned':
      return [
        ...findings,
        ...ofPlan(reported.plan, reported.guard),
        ...undone(reported.plan),
        ...ofDrift(reported.plan, reported.drift),
      ];
    case 'drifted':
      return [...findings, ...ofDrift({ ...reported.plan, undoes: [] }, reported.drift)];
    case 'refused': {
      const reason: Problem = {
        rule: 'not-applied',
        level: 'error',
        message: visible(reported.reason.trim()),
        about: reported.plan.target.name,
      };
      return [
        ...findings,
        ...ofPlan(reported.plan, reported.guard),
        ...(reported.guard.kind === 'refused' ? [] : [reason]),
      ];
    }
    case 'applied': {
      const origins = originsOf(reported.plan);
      const bad = reported.report.outcomes.filter((outcome) => !wentWell(outcome));
      return [
        ...findings,
        ...bad.map(
          (outcome): Problem => ({
            rule: `call-${outcome.kind}`,
            level: 'error',
            ...place(origins.get(outcome.address)),
            message: `${visible(outcome.address)}: ${operationText(outcome.operation)}: ${outcomeWord(outcome)}`,
            about: outcome.operation.id,
          }),
        ),
      ];
    }
    default:
      return reported satisfies never;
  }
}

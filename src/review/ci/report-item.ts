import type { AnyKind, Noun } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { childNoun, kindNoun, operationText, shortNoun } from '../../kinds/words.ts';
import { byKind } from '../../model/by-kind.ts';
import type { Finding, Fix, Severity, SourceRef } from '../../model/finding.ts';
import type { Change, ChildChange, Plan } from '../../model/plan/plan.ts';
import { sha256 } from '../../model/resources/digest.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import type { Comparison } from '../../plan/compare/comparison.ts';
import { tally, termTally } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardVerdict, Refusal } from '../../plan/guard/refusal.ts';
import { type ApplyReport, wentWell } from '../../plan/outcome.ts';
import { outcomeWord } from '../apply/report-text.ts';
import { comparisonLine, type FailedTarget } from '../compare/comparison-text.ts';
import { driftLine } from '../drift/drift-text.ts';
import { shown, visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/text.ts';
import { errorBody } from '../messages/error-text.ts';
import { findingMessage, sortedFindings } from '../messages/finding-text.ts';
import { refusalText } from '../plan/guard-text.ts';
import type { Reported } from '../reported.ts';
import { partsOf, partWord } from '../values/value-words.ts';

/** An item for a reviewer: an error in the files, a loss in a plan, a refusal, or a call that did not succeed. */
export interface ReportItem {
  /** kebab-case and stable. */
  readonly rule: string;
  readonly level: Severity;
  /** Absent: it has no place in the files. */
  readonly at?: SourceRef;
  /** One line that is safe to show. */
  readonly message: string;
  /**
   * The subject, without lines and counts, so that the item stays the same after edits elsewhere. May be user text.
   */
  readonly about: string;
  /** The corrected text for the cell at `at`. */
  readonly fix?: Fix;
}

const findingItem = (finding: Finding): ReportItem => ({
  rule: finding.code,
  level: finding.severity,
  at: finding.at,
  message: findingMessage(finding),
  about: JSON.stringify(Object.entries(finding.details).filter(([, detail]) => typeof detail !== 'number')),
  fix: finding.fix,
});

/** Makes an item about an address, with the place of the resource or child in the files. */
type ItemMaker = (
  rule: string,
  level: Severity,
  address: string | undefined,
  words: Pick<ReportItem, 'message'> & Partial<ReportItem>,
) => ReportItem;

function itemMaker({ changes }: Plan): ItemMaker {
  const origins = new Map(
    changes.flatMap(({ address, origin, children }): readonly (readonly [string, SourceRef | undefined])[] => [
      [address, origin],
      ...children.map((child) => [child.address, child.origin ?? origin] as const),
    ]),
  );
  return (rule, level, address = '', words) => {
    const at = origins.get(address);
    return { rule, level, at, about: address, ...words };
  };
}

/** A loss in a plan. */
interface Loss {
  readonly rule: string;
  readonly address: string;
  readonly what: string;
}

const removedIn = (values: readonly ValueChange[], noun: Noun): string | undefined => {
  const { removed } = tally(values);
  return removed === 0 ? undefined : counted(removed, ...noun);
};

const WHOLES = { delete: 'deleted', deactivate: 'deactivated', replace: 'replaced' } as const;

/** The words for a resource or child that is deleted, deactivated or replaced. */
const wholeText = (kind: AnyKind, action: keyof typeof WHOLES): string =>
  ({
    delete: 'is deleted',
    deactivate: 'is deactivated permanently',
    replace: `is replaced by a ${shortNoun(kind)} with a new id`,
  })[action];

/** The losses of a resource that stays. */
const ownLosses = (kind: AnyKind, address: string, values: readonly ValueChange[]): readonly Loss[] =>
  partsOf(values).flatMap(([part, partValues]) => {
    const noun = partWord(kind, part);
    const removed = removedIn(partValues, noun);
    return removed === undefined ? [] : [{ rule: `${noun[1]}-removed`, address, what: `loses ${removed}` }];
  });

/** The losses of a child that stays: `loses 3 terms, renames 1`. */
function childLosses(plan: Plan, kind: AnyKind, child: ChildChange): readonly Loss[] {
  const { removed, moved, movedAway, renamed } = termTally(plan, [child]);
  const [first, ...others] = (
    [
      ['loses', removed],
      ['moves away', moved + movedAway],
      ['renames', renamed],
    ] as const
  ).filter(([, count]) => count > 0);
  if (first === undefined) return [];
  const noun = partWord(kind, 'entry');
  const what = [
    `${first[0]} ${counted(first[1], ...noun)}`,
    ...others.map(([verb, count]) => `${verb} ${groupedDigits(count)}`),
  ].join(', ');
  return [{ rule: `${noun[1]}-removed`, address: child.address, what }];
}

function lossesOf({ kind: name, action, address, values, children }: Change, plan: Plan): readonly Loss[] {
  const kind = kindNamed(name);
  /** The loss of a whole resource or child, with its terms. */
  const wholeLoss = (what: string, at: string, does: keyof typeof WHOLES, entries: readonly ValueChange[]): Loss => {
    const terms = removedIn(entries, partWord(kind, 'entry'));
    const text = wholeText(kind, does);
    return {
      rule: `${what}-${WHOLES[does]}`,
      address: at,
      what: terms === undefined ? text : `${text} with ${terms}`,
    };
  };
  if (action !== 'create' && action !== 'update') {
    const entries = children.flatMap((child) => child.values);
    return [wholeLoss(name, address, action, entries)];
  }
  return [
    ...ownLosses(kind, address, values),
    ...children.flatMap((child) =>
      child.action === 'delete'
        ? [wholeLoss(childNoun(kind)[0].replaceAll(' ', '-'), child.address, child.action, child.values)]
        : childLosses(plan, kind, child),
    ),
  ];
}

const addressOf = (refusal: Refusal): string | undefined => ('address' in refusal ? refusal.address : undefined);

/** The refusals of a plan, and its other losses: refused losses are not repeated. */
function planItems(plan: Plan, guard: GuardVerdict, labels?: readonly string[]): readonly ReportItem[] {
  const item = itemMaker(plan);
  const refusals = guard.kind === 'refused' ? guard.refusals : [];
  const refused = new Set(refusals.filter(({ code }) => code !== 'drift-undone').map(addressOf));
  return [
    ...refusals.map((refusal) =>
      item(refusal.code, 'error', addressOf(refusal), {
        message: refusalText(refusal, labels),
        about: addressOf(refusal) ?? refusal.code,
      }),
    ),
    ...plan.changes
      .flatMap((change) => lossesOf(change, plan))
      .filter(({ address }) => !refused.has(address))
      .map(({ rule, address, what }) => item(rule, 'warning', address, { message: `${visible(address)} ${what}` })),
  ];
}

/** Changes made outside git, except those that are already refusals. */
function driftItems(plan: Plan, drift: Drift, guard: GuardVerdict = { kind: 'allowed' }): readonly ReportItem[] {
  const item = itemMaker(plan);
  const refusals = guard.kind === 'refused' ? guard.refusals : [];
  const known = new Set(refusals.flatMap((refusal) => (refusal.code === 'drift-undone' ? [refusal.address] : [])));
  return drift.resources
    .filter(({ address }) => !known.has(address))
    .map((resource) =>
      item('drift', 'warning', resource.address, {
        message: `${visible(resource.address)}: ${driftLine({ ...drift, resources: [resource] })}`,
      }),
    );
}

/** Resources that differ between targets, ambiguous names, and targets that could not be read. */
function comparisonItems(comparison: Comparison, failed: readonly FailedTarget[]): readonly ReportItem[] {
  const { resources, ambiguous } = comparison;
  const unlike = [
    ...resources.map((resource) => ({ ...comparison, resources: [resource], ambiguous: [], compared: 1 })),
    ...ambiguous.map((name) => ({ ...comparison, resources: [], ambiguous: [name], compared: 1 })),
  ];
  return [
    ...failed.map(({ name, error }): ReportItem => {
      const message = `${visible(name)} could not be read: ${visible(errorBody(error).message)}`;
      return { rule: 'target-unread', level: 'error', message, about: name };
    }),
    ...unlike.map((one): ReportItem => {
      const { kind = '', name = '' } = one.resources[0] ?? one.ambiguous[0] ?? {};
      const message = `${kindNoun(kindNamed(kind))[0]} "${shown(name)}": ${comparisonLine(one)}`;
      return { rule: 'targets-differ', level: 'warning', message, about: `${kind} ${name}` };
    }),
  ];
}

/** The calls that did not succeed. */
function outcomeItems(plan: Plan, { outcomes }: ApplyReport): readonly ReportItem[] {
  const item = itemMaker(plan);
  return outcomes
    .filter((outcome) => !wentWell(outcome))
    .map((outcome) =>
      item(`call-${outcome.kind}`, 'error', outcome.address, {
        message: `${visible(outcome.address)}: ${operationText(outcome.operation)}: ${outcomeWord(outcome)}`,
        about: outcome.operation.id,
      }),
    );
}

/** All items: findings in the order of the files, then losses of the plan, then outcomes. */
export const reportItems = (reported: Reported, labels?: readonly string[]): readonly ReportItem[] => [
  ...sortedFindings(reported.findings).map(findingItem),
  ...byKind(reported, {
    validated: (): readonly ReportItem[] => [],
    planned: ({ plan, guard, drift }) => [
      ...planItems(plan, guard, labels),
      ...(drift === undefined ? [] : driftItems(plan, drift, guard)),
    ],
    drifted: ({ plan, drift }) => driftItems(plan, drift),
    compared: ({ comparison, failed }) => comparisonItems(comparison, failed),
    refused: ({ plan, guard, code, reason }) => {
      const message = visible(reason.trim());
      const refused: ReportItem = { rule: 'not-applied', level: 'error', message, about: plan.target.name };
      return [...planItems(plan, guard, labels), ...(code === 'guard' || code === 'drift' ? [] : [refused])];
    },
    applied: ({ plan, report }) => outcomeItems(plan, report),
  }),
];

/**
 * A fingerprint for each item, SHA-256 in lower-case hex: of the rule, the file and the subject, but not of the
 * line, so that it stays the same when lines above it are added or removed. Equal items in one file are
 * distinguished by their order.
 */
function fingerprints(items: readonly ReportItem[]): readonly string[] {
  const seen = new Map<string, number>();
  return items.map(({ rule, at, about }) => {
    const key = [rule, at?.file ?? '', about].join('\0');
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return sha256(`${key}\0${ordinal}`);
  });
}

/** The items, each with its fingerprint. */
export function printedItems(
  reported: Reported,
  { labels }: { readonly labels?: readonly string[] } = {},
): readonly { readonly item: ReportItem; readonly print: string }[] {
  const items = reportItems(reported, labels);
  const prints = fingerprints(items);
  return items.map((item, index) => ({ item, print: prints[index] ?? '' }));
}

/** The file for items without a place. */
export const DEFAULT_PLACE_FILE = 'lexform.yaml';

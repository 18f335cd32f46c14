import { createHash } from 'node:crypto';
import type { Finding } from '../../model/finding.ts';
import { eachValue } from '../../model/plan/additions.ts';
import type { ChildChange, Plan } from '../../model/plan/plan.ts';
import { type Contradiction, planContradictions } from '../../plan/check-plan.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import type { Preview } from '../../steps/preview/preview.ts';
import { visible } from '../format/escape.ts';
import { jsonItems, jsonPieces } from '../format/json-text.ts';
import { findingsData } from '../messages/finding-text.ts';
import { verdictData } from './guard-text.ts';

/** Further members of the printed document of a plan. */
export interface PlanExtras {
  readonly guard?: GuardVerdict;
  /** In the GitHub Action, the labels that consent to deletions. Absent: options of the command line consent. */
  readonly labels?: readonly string[] | undefined;
  readonly preview?: Preview | undefined;
  readonly lint?: readonly Finding[];
}

/** A plan with the further members that its document may have. */
type Printed = Plan &
  Readonly<Partial<Record<'digest' | 'preview' | 'lint' | keyof ReturnType<typeof verdictData>, unknown>>>;

/**
 * The plan as one document, indented by two spaces, with members in the order of its type: equal plans give equal
 * bytes. User text is used in values only, never in keys. The preview, the lint findings, and the verdict of the guard
 * are the last members of printed documents. Saved plans do not contain them.
 */
export const planJson = (plan: Plan, extras: PlanExtras = {}): string => [...planPieces(plan, extras)].join('');

/**
 * Like `planJson`, generated lazily in pieces. `digest` is the SHA-256 of the text before it, so that readers can
 * detect edits.
 */
export const planPieces = (plan: Plan, extras: PlanExtras = {}): Iterable<string> =>
  documentPieces(plan, (digest) => ({ digest, ...extrasData(extras) }));

/** A child whose values are made while they are written, so that its `values` are never all in memory. */
const childDocument = (child: ChildChange): object =>
  Object.fromEntries(
    (Object.keys(child) as (keyof ChildChange)[]).map((member) => [
      member,
      member === 'values' ? jsonItems(eachValue(child), (value) => value) : child[member],
    ]),
  );

/** The document of a plan. `last`: makes its last members from the digest of the text before them. */
function* documentPieces(plan: Plan, last: (digest: string) => object): Generator<string, void, undefined> {
  const sum = createHash('sha256');
  let isSummed = true;
  const changes = jsonItems(plan.changes, (change) => ({
    ...change,
    children: jsonItems(change.children, childDocument),
  }));
  const pieces = jsonPieces({ ...plan, changes }, () => {
    isSummed = false;
    return last(`sha256:${sum.digest('hex')}`);
  });
  for (const piece of pieces) {
    if (isSummed) sum.update(piece);
    yield piece;
  }
}

const extrasData = ({ guard, labels, preview, lint = [] }: PlanExtras): object => ({
  ...(guard !== undefined && verdictData(guard, labels)),
  preview,
  ...(lint.length > 0 && { lint: findingsData(lint) }),
});

/** The digest of a plan in its document. */
function planDigest(plan: Plan): string {
  let found = '';
  const pieces = documentPieces(plan, (digest) => {
    found = digest;
    return {};
  });
  for (const _ of pieces);
  return found;
}

/** A saved plan, or the reason why a text is not one. */
export type ParsedPlan =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'refused'; readonly reason: string };

/** The check of `schemas/plan.schema.json`, with its errors. */
export interface PlanCheck {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

const CONTRADICTIONS: Readonly<Record<Contradiction['kind'], string>> = {
  'address-twice': 'appears twice',
  'id-twice': 'has the id of another resource',
  identity: 'has an id or an address that does not match its change',
  values: 'has counts or values that do not match',
  operations: 'has calls that do not match its changes',
};

/** The first contradiction in a plan: the plan was edited or is incomplete, so it is unclear what was approved. */
const contradictionText = ({ kind, address }: Contradiction): string =>
  `it contradicts itself: ${visible(address)} ${CONTRADICTIONS[kind]}`;

/**
 * Parses a saved plan. Refuses a text that is not JSON, has another format version, does not match the schema, or
 * contradicts itself.
 */
export function parsePlan(text: string, check: PlanCheck): ParsedPlan {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'refused', reason: 'it is not JSON' };
  }
  const version = (value as { readonly formatVersion?: unknown } | null)?.formatVersion;
  if (version !== 1) {
    const found = typeof version === 'number' ? `format version ${version}` : 'no format version';
    return { kind: 'refused', reason: `it has ${found}, and this version of lexform reads format version 1` };
  }
  if (check(value)) {
    // A file may contain a printed document. Its further members are not part of the plan.
    const { digest, preview: _, lint: __, verdict: ___, refusals: ____, ...plan } = value as Printed;
    const [contradiction] = planContradictions(plan);
    if (contradiction !== undefined) return { kind: 'refused', reason: contradictionText(contradiction) };
    return planDigest(plan) === digest
      ? { kind: 'plan', plan }
      : { kind: 'refused', reason: 'it has been edited: its digest does not match' };
  }
  const [first] = check.errors ?? [];
  return {
    kind: 'refused',
    reason: `${first?.instancePath || 'the document'} ${first?.message ?? 'does not fit the schema'}`,
  };
}

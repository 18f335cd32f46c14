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

/** What is printed beside a plan. */
export interface BesidePlan {
  readonly guard?: GuardVerdict;
  readonly preview?: Preview | undefined;
  readonly lint?: readonly Finding[];
}

/** A plan with the members that its document may have beside it. */
type Printed = Plan &
  Readonly<Partial<Record<'digest' | 'preview' | 'lint' | keyof ReturnType<typeof verdictData>, unknown>>>;

/**
 * The plan as one document, two spaces deep, in the order of its type: the same plan, the same bytes. User text stands
 * in values, never in keys. A preview, what the linter found, and whether apply would refuse the plan are last members
 * of what is printed, and never of what is saved.
 */
export const planJson = (plan: Plan, beside: BesidePlan = {}): string => [...planPieces(plan, beside)].join('');

/**
 * The same in pieces, of which each is made when it is asked for. `digest` is the SHA-256 of the text before it, by
 * which a reader notices an edit of any member.
 */
export const planPieces = (plan: Plan, beside: BesidePlan = {}): Iterable<string> =>
  documentPieces(plan, (digest) => ({ digest, ...besideData(beside) }));

/** A child of which each value is made when it is written. Its `values` are not read as a whole. */
const childDocument = (child: ChildChange): object =>
  Object.fromEntries(
    (Object.keys(child) as (keyof ChildChange)[]).map((member) => [
      member,
      member === 'values' ? jsonItems(eachValue(child), (value) => value) : child[member],
    ]),
  );

/** The document of a plan. `last`: its last members, by the digest of the text before them. */
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

const besideData = ({ guard, preview, lint = [] }: BesidePlan): object => ({
  ...(guard !== undefined && verdictData(guard)),
  preview,
  ...(lint.length > 0 && { lint: findingsData(lint) }),
});

/** The digest that a plan has in its document. */
function planDigest(plan: Plan): string {
  let found = '';
  const pieces = documentPieces(plan, (digest) => {
    found = digest;
    return {};
  });
  for (const _ of pieces);
  return found;
}

/** A saved plan, or why a text is none. */
export type ParsedPlan =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'refused'; readonly reason: string };

/** The check of `schemas/plan.schema.json`, and what it found. */
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

/**
 * The first thing in which a plan contradicts itself: it was edited, or cut off, and nobody can tell what was approved.
 */
const contradictionText = ({ kind, address }: Contradiction): string =>
  `it contradicts itself: ${visible(address)} ${CONTRADICTIONS[kind]}`;

/**
 * A saved plan. Refused when it is no JSON, of another format version, not what the schema asks for, or contradicts
 * itself.
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
    // What was printed beside the plan may have been kept in its file: the plan is the same without.
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

import type { AnyKind } from '../../kinds/kind.ts';
import { contentPart, kindAt } from '../../kinds/registry.ts';
import { childNoun, kindNoun, shortNoun } from '../../kinds/words.ts';
import { byCode, byKind } from '../../model/by-kind.ts';
import { grouped, largest } from '../../model/lists.ts';
import { textSides } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import { limitedNouns } from '../../plan/guard/losses.ts';
import {
  type GuardVerdict,
  isLiftedByLabel,
  type Lift,
  liftOf,
  type PartNoun,
  type Refusal,
  type TakenAway,
} from '../../plan/guard/refusal.ts';
import { shellWord, visible } from '../format/escape.ts';
import { listedTokens, type Sentence, type SentenceToken, say, sentenceText } from '../format/sentence.ts';
import { counted, firstItems, groupedDigits, indented, linesOf, listed, plural } from '../format/text.ts';
import type { ConsentForm } from '../messages/option-name.ts';
import { tallyText } from '../values/change-words.ts';
import { partWord, valueEdit } from '../values/value-words.ts';

const flagText = (lift: Lift): string =>
  byKind(lift, {
    none: () => '',
    'allow-delete': ({ address }) => `--allow-delete ${shellWord(address)}`,
    'max-deletes-per-run': ({ count }) => `--max-deletes-per-run ${count}`,
    'overwrite-drift': () => '--overwrite-drift',
  });

/** A text in TypeScript. */
const textCode = (text: string): string => (/['\\\p{C}]/u.test(text) ? JSON.stringify(text) : `'${text}'`);

/** A list of texts in TypeScript. */
const listCode = (texts: readonly string[]): string => `[${texts.map(textCode).join(', ')}]`;

/** The option `consent` of the library that lifts refusals. Empty if nothing lifts them. */
function consentCode(lifts: readonly Lift[]): string {
  const addresses = lifts.flatMap((lift) => (lift.kind === 'allow-delete' ? [lift.address] : []));
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes-per-run' ? [lift.count] : []));
  const members = linesOf(
    addresses.length > 0 && `allowDelete: ${listCode([...new Set(addresses)])}`,
    counts.length > 0 && `maxDeletesPerRun: ${largest(counts, 0)}`,
    lifts.some(({ kind }) => kind === 'overwrite-drift') && 'overwriteDrift: true',
  );
  return members.length === 0 ? '' : visible(`consent: { ${members.join(', ')} }`);
}

/** The subject of a refusal: a resource of a kind, or a child of one. */
interface Subject {
  readonly kind: AnyKind | undefined;
  readonly isChild: boolean;
}

const subjectOf = (address: Address): Subject => ({ kind: kindAt(address), isChild: address.includes('/') });

const deactivates = ({ kind, isChild }: Subject): boolean => !isChild && kind?.actions.includes('deactivate') === true;

/** The words for the deletion of a subject. */
const gone = (subject: Subject): string => (deactivates(subject) ? 'deactivated permanently' : 'deleted');

/** The number of entries that are deleted with it. */
function withContent({ kind, isChild }: Subject, entries: number, taken: TakenAway | undefined): string {
  const part = isChild || kind === undefined ? undefined : contentPart(kind);
  return entries > 0 ? ` with ${counted(entries, ...partWord(kind, part ?? 'entry'))}${takenText(taken)}` : '';
}

/** The explanation of a number of entries: for the service, a moved or renamed term is a deleted entry. */
const takenText = (taken: TakenAway | undefined): string =>
  taken === undefined ? '' : ` on the service (${tallyText(taken)})`;

/** The noun of removed values for a number of them: `1 entry`, `its last rule`. */
const nounFor = (count: number, part: PartNoun): string =>
  plural(count, part === 'entries' ? 'entry' : part.replace(/s$/, ''), part);

const allowedText = (allowed: number): string =>
  `at most ${groupedDigits(allowed)} ${plural(allowed, 'is', 'are')} allowed`;

/** `rule`, `2 rules`. */
const lastText = (removed: number, part: PartNoun): string =>
  `${removed === 1 ? '' : `${groupedDigits(removed)} `}${nounFor(removed, part)}`;

const notOwnedText = (removed: number): string =>
  removed === 1
    ? 'which is not in the files and was not created by an apply; to keep it'
    : 'which are not in the files and were not created by an apply; to keep them';

/** `style lists`, `dictionaries of its glossary`. */
function manyOf({ kind, isChild }: Subject, what: string): string {
  if (kind === undefined) return `${what}s`;
  return isChild ? `${childNoun(kind)[1]} of its ${kindNoun(kind)[0]}` : kindNoun(kind)[1];
}

/** The words for the loss of a protected subject. */
function lost(subject: Subject): string {
  const blocks = Object.values(subject.kind?.parts ?? {}).some((part) => part.blocks !== undefined);
  return `${deactivates(subject) ? 'deactivated' : 'deleted'}${blocks && !subject.isChild ? ' or blocked' : ''}`;
}

/**
 * The explanation that a pattern consents to the deletion of a resource but not of its children, and the pattern for
 * the children.
 */
function ownerPattern(address: Address, pattern: string | undefined): Sentence {
  const kind = kindAt(address);
  if (pattern === undefined || kind === undefined) return [];
  const children = `${address.slice(0, address.indexOf('/'))}/*`;
  return say` (the pattern ${{ command: shellWord(pattern) }} allows deleting ${kindNoun(kind)[1]} and not their
    ${childNoun(kind)[1]}; ${{ command: shellWord(children) }} allows that)`;
}

function replacedReason(address: Address, value: ValueChange | undefined): Sentence {
  const kind = kindAt(address);
  const what = `would be replaced by a ${kind === undefined ? 'resource' : shortNoun(kind)} with a new id`;
  if (value === undefined) return [what];
  const { from = '', to = '' } = textSides(value);
  return say`${what}, because its ${partWord(kind, value.key[0])[0]} changes from ${{ theirs: from }} to
    ${{ theirs: to }}`;
}

function blockedReason(address: Address, values: readonly ValueChange[]): Sentence {
  const kind = kindAt(address);
  const [
    {
      key: [part],
      to = '',
    } = { key: [''] },
  ] = values;
  const edits = listedTokens(values.map((value) => [{ theirs: valueEdit(kind, value) }]));
  return say`would be blocked by a ${partWord(kind, part)[0]} of ${{ theirs: String(to) }} (${edits}), and whatever uses
    it would stop`;
}

/** Maximum number of deleted children that a command names. */
const DELETED_MAX = 3;

/** The pull that writes the changes of a resource into the files. Deletions need consent. */
function pullOf(
  { address, deleted = [] }: Extract<Refusal, { readonly code: 'drift-undone' }>,
  isLibrary: boolean,
): SentenceToken {
  const allowed = deleted.length > DELETED_MAX ? [`${address}/*`] : deleted;
  if (isLibrary)
    return { command: `workspace.pull(${allowed.length === 0 ? '' : `{ allowDelete: ${listCode(allowed)} }`})` };
  if (deleted.length === 0) return 'lexform pull';
  return { command: `lexform pull${allowed.map((each) => ` --allow-delete ${shellWord(each)}`).join('')}` };
}

/** The effect on the addresses of refusals with the same reason, and the reason why it needs consent. */
const reason = (refusal: Refusal, count: number): Sentence =>
  byCode(refusal, {
    'drift-undone': ({ isConflict, hasConflict }) => {
      const were = plural(count, 'was', 'were');
      const partly = hasConflict ? ', in part where the files changed too' : '';
      return isConflict
        ? say`${were} changed in the files and on the service since the last apply, and the plan undoes the change of
            the service`
        : say`${were} changed on the service since the last apply${partly}, and the plan undoes that`;
    },
    protected: ({ address }) =>
      say`is protected and would be ${lost(subjectOf(address))}; remove the protection first (protect: in its file, or
        safety: in lexform.yaml)`,
    'block-needs-consent': ({ address, values }) => blockedReason(address, values),
    'delete-needs-consent': ({ address, entries, taken, ownerPattern: pattern }) => {
      const subject = subjectOf(address);
      const more = deactivates(subject)
        ? ', and whatever uses it would stop at once'
        : withContent(subject, entries, taken);
      return say`would be ${gone(subject)}${more}${ownerPattern(address, pattern)}`;
    },
    'replace-needs-consent': ({ address, value }) => replacedReason(address, value),
    'too-many-deleted': ({ address, what, deleted, total, by }) => {
      const subject = subjectOf(address);
      const share = `${groupedDigits(deleted)} of ${groupedDigits(total)} ${manyOf(subject, what)}`;
      return say`would be ${gone(subject)} (${share}), and ${by === 'prune' ? 'prune:' : 'a pattern'} allows deleting
        neither the last ones nor more than half`;
    },
    'empty-source': ({ address, entries, taken, file, heldBack }) => {
      const subject = subjectOf(address);
      const content = withContent(subject, entries, taken);
      if (file === undefined)
        return say`would be ${gone(subject)}${content} while the files name none of its kind, which usually means a
          wrong folder or pattern`;
      return heldBack === undefined
        ? say`would be deleted${content} because ${{ theirs: file }} has no rows for it, which usually means an
            incomplete export`
        : say`would be deleted${content} because ${{ theirs: file }} holds all of its rows back`;
    },
    'too-many-removed': ({ part, removed, taken, before, allowed }) =>
      say`would lose ${groupedDigits(removed)} of its ${groupedDigits(before)}
        ${nounFor(before, part)}${takenText(taken)},
        ${allowedText(allowed)}`,
    'too-many-in-all': ({ of, parts, removed, taken, before, allowed }) =>
      say`${counted(parts, 'part')} would lose ${groupedDigits(removed)} of all ${groupedDigits(before)}
        ${of === 'run' ? listed(limitedNouns()) : nounFor(before, of)}${takenText(taken)}, ${allowedText(allowed)} in
        one run`,
    'unowned-removed': ({ part, removed, taken, before, owner }) =>
      say`would lose ${groupedDigits(removed)} of its ${groupedDigits(before)}
        ${nounFor(before, part)}${takenText(taken)},
        ${notOwnedText(removed)}, run "${{ command: `lexform pull ${shellWord(owner)}` }}"`,
    'last-removed': ({ part, removed, taken }) =>
      say`would lose its last ${lastText(removed, part)}${takenText(taken)}`,
  });

/** How to keep the changes of the service, one line after the reason. A comment and a page have it as steps. */
function driftAdvice([refusal, ...others]: SameReason, form: ConsentForm | undefined): Sentence {
  if (refusal.code !== 'drift-undone') return [];
  const { address, isConflict = false, hasConflict = false } = refusal;
  const count = others.length + 1;
  const isLibrary = form === 'library';
  const pullWith = (side: 'theirs' | 'ours'): SentenceToken => ({
    command: ['lexform pull', `--${side}`, ...(count === 1 ? [shellWord(address)] : [])].join(' '),
  });
  const theirs = {
    command: `workspace.pull({ ${count === 1 ? `addresses: ${listCode([address])}, ` : ''}theirs: true })`,
  };
  const resolved = say`to resolve the ${plural(count, 'conflict', 'conflicts')}, write the value of the service into the
    files, or run "${isLibrary ? theirs : pullWith('theirs')}", which does that${
      isLibrary ? '' : say`; "${pullWith('ours')}" decides for the files`
    }`;
  if (isConflict) return say`; ${resolved}`;
  const pull = say`; "${pullOf(refusal, isLibrary)}" writes the change into the files`;
  return hasConflict ? say`${pull}, except where the files changed the same value; ${resolved}` : pull;
}

/** Refusals of resources of one kind for the same reason. At least one. */
export type SameReason = readonly [Refusal, ...Refusal[]];

/** The refusals by reason, in the order of the first ones. Only refusals about drift can have the same reason. */
export function refusalReasons(verdict: GuardVerdict | undefined): readonly SameReason[] {
  const keyOf = (refusal: Refusal): unknown =>
    refusal.code === 'drift-undone' && refusal.deleted === undefined
      ? JSON.stringify([kindAt(refusal.address)?.kind, refusal.isConflict, refusal.hasConflict])
      : refusal;
  const refusals = verdict?.kind === 'refused' ? verdict.refusals : [];
  return [...grouped(refusals, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others]],
  );
}

/** Maximum number of resources that a reason names. */
const NAMED_MAX = 5;

/** `24 glossaries (glossary.chat, … and 19 more) `. */
function subjects(refusals: SameReason): Sentence {
  const addresses = refusals.flatMap((refusal) => ('address' in refusal ? [refusal.address] : []));
  const [address] = addresses;
  if (address === undefined) return [];
  const kind = kindAt(address);
  if (addresses.length === 1 || kind === undefined) return say`${{ theirs: address }} `;
  const named = firstItems(addresses, NAMED_MAX);
  const hidden = addresses.length - named.length;
  const names = named.flatMap((theirs, index): Sentence => [...(index > 0 ? [', '] : []), { theirs }]);
  const more = hidden > 0 ? `, … and ${groupedDigits(hidden)} more` : '';
  return say`${counted(addresses.length, ...kindNoun(kind))} (${names}${more}) `;
}

/** The reason of refusals with its numbers, without the ways to lift it. */
export const refusalSentence = (refusals: SameReason): Sentence =>
  say`${subjects(refusals)}${reason(refusals[0], refusals.length)}`;

/** The way to consent in the GitHub Action. `labels`: those that consent to deletions. */
function actionText(lift: Lift, labels: readonly string[]): string {
  if (lift.kind === 'none') return '';
  if (lift.kind === 'overwrite-drift')
    return 'set the input overwrite-drift: true of the Action for one run, and take it out again after it';
  const input =
    lift.kind === 'allow-delete'
      ? `add ${visible(lift.address)} to the input allow-delete of the Action`
      : `set the input max-deletes-per-run: ${lift.count} of the Action`;
  return labels.length === 0 || !isLiftedByLabel(lift)
    ? input
    : `set the label ${labels.map((each) => visible(each)).join(' or ')} on the pull request, or ${input}`;
}

/** The reason of a refusal, with its numbers and the way to lift it: one line without the code of the refusal. */
export const refusalText = (refusal: Refusal, form?: ConsentForm): string => reasonText([refusal], form);

function reasonText(refusals: SameReason, form: ConsentForm | undefined): string {
  const [refusal] = refusals;
  const what = sentenceText([...refusalSentence(refusals), ...driftAdvice(refusals, form)]);
  const lift = liftOf(refusal);
  if (lift.kind === 'none') return what;
  const aim =
    refusal.code === 'drift-undone' && refusal.isConflict ? 'to keep the values of the files' : 'if you intend this';
  if (typeof form === 'object') return `${what}; ${aim}, ${actionText(lift, form)}`;
  const other: readonly Lift[] =
    refusal.code === 'too-many-removed' ? [{ kind: 'allow-delete', address: refusal.address }] : [];
  const ways = [lift, ...other].map((each) => (form === 'library' ? consentCode([each]) : flagText(each))).join(' or ');
  return `${what}; ${aim}, ${form === 'library' ? 'pass' : 'rerun with'} ${ways}`;
}

const liftsOf = (refusals: readonly Refusal[]): readonly Lift[] =>
  refusals.map(liftOf).filter(({ kind }) => kind !== 'none');

/**
 * The ways to lift the refusals: options, or with `labels` those of the GitHub Action. Empty if the plan is not
 * refused, or nothing lifts it.
 */
export const consentWays = (verdict: GuardVerdict | undefined, labels?: readonly string[]): readonly string[] =>
  verdict?.kind === 'refused'
    ? [
        ...new Set(
          liftsOf(verdict.refusals).map((lift) => (labels === undefined ? flagText(lift) : actionText(lift, labels))),
        ),
      ]
    : [];

/** All options that lift the refusals, in one text. One number is enough for the whole run. */
export const allFlags = (verdict: GuardVerdict | undefined): string => consentWays(verdict).join(' ');

/** The verdict of the guard as data; each refusal with the option that lifts it and a sentence for people. */
export const verdictData = (verdict: GuardVerdict, form?: ConsentForm) => ({
  verdict: verdict.kind,
  refusals:
    verdict.kind === 'allowed'
      ? []
      : verdict.refusals.map((refusal) => ({
          ...refusal,
          lift: liftOf(refusal),
          message: refusalText(refusal, form),
        })),
});

/** The reasons of the refusals, one line each, with the ways to lift them. */
const refusalLines = (verdict: GuardVerdict | undefined, form?: ConsentForm): readonly string[] =>
  refusalReasons(verdict).map((refusals) => `${reasonText(refusals, form)} [${refusals[0].code}]`);

/** The heading of the reasons. */
export const WOULD_REFUSE = 'apply would refuse this plan';

/** The reasons why apply refuses, one line each, with the numbers and the remedies. Empty if it does not. */
function guardReasons(verdict: GuardVerdict, form?: ConsentForm): readonly string[] {
  const lifts = verdict.kind === 'refused' && typeof form !== 'object' ? liftsOf(verdict.refusals) : [];
  const all = form === 'library' ? `pass ${consentCode(lifts)}` : `rerun with ${allFlags(verdict)}`;
  return linesOf(refusalLines(verdict, form), lifts.length > 1 && `if you intend all of this, ${all}`);
}

/** Like `guardReasons`, with a heading; empty if apply does not refuse. */
export function guardText(verdict: GuardVerdict, form?: ConsentForm): string {
  const reasons = guardReasons(verdict, form);
  return reasons.length === 0 ? '' : `${[`${WOULD_REFUSE}:`, ...indented(reasons, 2)].join('\n')}\n`;
}

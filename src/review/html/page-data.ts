import type { Finding } from '../../model/finding.ts';
import { shownName } from '../../model/plan/change-values.ts';
import type { Change, ChildChange, Plan } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { revealed } from '../format/escape.ts';
import { type LanguageOfText, languageOfText, languagesIn, pairName } from '../format/language.ts';
import { lintByRow } from '../lint/lint-at.ts';
import { findingMessage } from '../messages/finding-text.ts';
import { type ChangeView, viewWords } from '../plan/change-view.ts';
import { goneFirst } from '../plan/change-words.ts';
import { markText, termNotes } from '../plan/held-back-text.ts';
import { TERM_KINDS, TERM_WORDS, type TermChange, termKinds } from '../plan/term-kinds.ts';
import { dataBlock, type Markup } from './markup.ts';
import { isPlain, type Pieces, sidePieces, UNSEEN_NAMES, UNSEEN_PATTERN } from './pieces.ts';

/** A child of a resource of the plan, in the order of the rows. */
interface GroupData {
  readonly address: string;
  /** The name of its resource. */
  readonly name: string;
  /** An index in `pairs`. */
  readonly pair: number;
  readonly action: ChildChange['action'];
}

/**
 * One term. The texts are as they are in the plan; of a term that is only there before or after, the other side is
 * null. `pieces` says how the four texts are shown where that is not as they are: null for one that is.
 */
type RowData = readonly [
  kind: number,
  group: number,
  sourceBefore: string | null,
  targetBefore: string | null,
  sourceAfter: string | null,
  targetAfter: string | null,
  /** An index in `files`, or −1. */
  file: number,
  line: number,
  /** The address that a term has moved to or from. */
  other: string | null,
  pieces?: readonly (Pieces | null)[] | null,
  /** What its row says of a term, in lines. */
  said?: readonly string[],
  /** What the linter says of it: how serious, and in words. */
  lint?: readonly (readonly [severity: string, message: string])[],
];

/**
 * What the script of the page reads. User text stands in values, never in keys; all but the four texts of a row is as
 * it is shown.
 */
export interface PageData {
  readonly kinds: readonly { readonly id: string; readonly words: string }[];
  /** Names of children, what people call them, and the languages of source and translation, where they are known. */
  readonly pairs: readonly {
    readonly name: string;
    readonly words: string;
    readonly languages: readonly LanguageOfText[];
  }[];
  readonly files: readonly string[];
  readonly groups: readonly GroupData[];
  readonly rows: readonly RowData[];
  readonly unseen: { readonly pattern: string; readonly names: Readonly<Record<string, string>> };
}

/** Numbers for texts, in the order in which they are first asked for. */
function numbering() {
  const numbers = new Map<string, number>();
  return {
    of(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    texts: (): readonly string[] => [...numbers.keys()],
  };
}

const SEVERITY_WORDS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The pieces of before and after, of one side of a term, where they are not just the text. */
function unlikePieces(before: string | undefined, after: string | undefined): readonly (Pieces | null)[] {
  const { from, to } = sidePieces(before, after);
  return [
    before === undefined || isPlain(from, before) ? null : from,
    after === undefined || isPlain(to, after) ? null : to,
  ];
}

function rowData(
  change: TermChange,
  group: number,
  place: readonly [file: number, line: number],
  lint: readonly Finding[],
): RowData {
  const { kind, before, after, other, mark } = change;
  const [sourceFrom = null, sourceTo = null] = unlikePieces(before?.source, after?.source);
  const [targetFrom = null, targetTo = null] = unlikePieces(before?.target, after?.target);
  const row = [
    TERM_KINDS.indexOf(kind),
    group,
    before?.source ?? null,
    before?.target ?? null,
    after?.source ?? null,
    after?.target ?? null,
    ...place,
    other === undefined ? null : revealed(other),
  ] as const;
  const all = [sourceFrom, targetFrom, sourceTo, targetTo];
  const pieces = all.every((each) => each === null) ? null : all;
  const notes = termNotes(mark).map(([noun, text]) => `${noun}: ${text}`);
  const said = [markText(mark), ...notes].filter((line) => line !== '').map(revealed);
  if (lint.length > 0)
    return [
      ...row,
      pieces,
      said,
      lint.map((finding) => [SEVERITY_WORDS[finding.severity], findingMessage(finding)] as const),
    ];
  if (said.length > 0) return [...row, pieces, said];
  return pieces === null ? row : [...row, pieces];
}

/** The children of a plan with the resource that each belongs to: those that go first, in every resource. */
export const changedChildren = ({
  changes,
}: Pick<Plan, 'changes'>): readonly { readonly resource: Change; readonly child: ChildChange }[] =>
  changes.flatMap((resource) => goneFirst(resource).map((child) => ({ resource, child })));

/** Every changed term of a plan, child by child, what is lost first in each. */
export function pageData(plan: Pick<Plan, 'changes'>, findings: readonly Finding[] = [], view?: ChangeView): PageData {
  const lintAt = lintByRow(findings);
  const kinds = termKinds(plan);
  const pairs = numbering();
  const files = numbering();
  const groups: GroupData[] = [];
  const rows: RowData[] = [];
  const place = (at: SourceRef | undefined): readonly [number, number] =>
    at === undefined ? [-1, 0] : [files.of(at.file), at.line];
  for (const { resource, child } of changedChildren(plan)) {
    const group = groups.length;
    const { address, action } = child;
    groups.push({
      address: revealed(address),
      name: revealed(shownName(resource)),
      pair: pairs.of(childName(address)),
      action,
    });
    for (const change of kinds.get(child) ?? [])
      rows.push(rowData(change, group, place(change.at), lintAt(change.at, childName(address))));
  }
  return {
    kinds: TERM_KINDS.map((id) => ({ id, words: viewWords(view, TERM_WORDS[id]) })),
    pairs: pairs.texts().map((name) => ({
      name: revealed(name),
      words: revealed(pairName(name)),
      languages: languagesIn(name).map(languageOfText),
    })),
    files: files.texts().map(revealed),
    groups,
    rows,
    unseen: { pattern: UNSEEN_PATTERN, names: UNSEEN_NAMES },
  };
}

/** So many terms are a block of their own: to read one takes a millisecond. */
const BLOCK_TERMS = 1000;

/**
 * What the script of the page reads, as blocks that are no script. The texts of terms are in blocks of their own, which
 * it reads when they are needed: all of them at once would keep a page of 100,000 terms from opening for as long as one
 * blinks.
 */
export function dataBlocks({ rows, ...others }: PageData): readonly Markup[] {
  const head = {
    ...others,
    kindOf: rows.map(([kind]) => kind),
    groupOf: rows.map(([, group]) => group),
    blockTerms: BLOCK_TERMS,
  };
  const count = Math.ceil(rows.length / BLOCK_TERMS);
  const blocks = Array.from({ length: count }, (_, block) =>
    rows.slice(block * BLOCK_TERMS, (block + 1) * BLOCK_TERMS).map(([, , ...texts]) => texts),
  );
  return [dataBlock('data', head), ...blocks.map((terms, block) => dataBlock(`terms-${block}`, terms))];
}

import { createHash } from 'node:crypto';
import type { Finding } from '../../model/finding.ts';
import { type Change, type ChildChange, type Plan, shownName } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { revealed } from '../format/escape.ts';
import type { FileLinks } from '../format/file-links.ts';
import { lintByRow } from '../lint/lint-at.ts';
import { fileUrl } from '../markdown/link.ts';
import { findingMessage } from '../messages/finding-text.ts';
import { type ChangeView, viewWords } from '../values/change-view.ts';
import { goneFirst } from '../values/change-words.ts';
import { splitFields } from '../values/held-back-text.ts';
import { eachPlanTerm, sharedPlaces, sharedTerms, TERM_KINDS, type TermChange } from '../values/term-kinds.ts';
import { NOTHING_UNDONE, UNDOES, type Undone, undoesTerm } from '../values/undone.ts';
import { NATURES, natureWords } from '../values/word-change.ts';
import { type NamedLanguage, namedLanguages } from './languages.ts';
import { dataBlock, type Markup } from './markup.ts';
import {
  DRAWN,
  isPlain,
  type Pieces,
  SEEN_NAME,
  SEEN_PATTERN,
  sidePieces,
  UNSEEN_NAMES,
  UNSEEN_PATTERN,
} from './pieces.ts';

/** A child of a resource in the plan, in the order of the rows. */
interface GroupData {
  readonly address: string;
  /** The name of its resource. */
  readonly name: string;
  /** An index in `pairs`. */
  readonly pair: number;
  readonly action: ChildChange['action'];
}

/**
 * One term. The texts are those of the plan; for a term that exists on one side only, the other side is null. `pieces`:
 * how to show the four texts if they are not shown unchanged; null for an unchanged one.
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
  /** An index in `groups`: the child to which a term has moved. */
  to: number | null,
  /** An index in `natures`: the only difference between the two sides. */
  nature: number | null,
  pieces?: readonly (Pieces | null)[] | null,
  /** Remarks on the term, in lines: its status, and fields that change with it. */
  said?: readonly string[],
  /** The lint findings of the term: severity and message. */
  lint?: readonly (readonly [severity: string, message: string])[],
  /** The fields that are shown on request: noun and text. */
  notes?: readonly (readonly [noun: string, text: string])[],
];

/**
 * The data for the script of the page. User text is used in values only, never in keys. All texts except the four of a
 * row are already in the form to show.
 */
export interface PageData {
  readonly kinds: readonly { readonly id: string; readonly words: string }[];
  readonly natures: readonly { readonly id: string; readonly words: string }[];
  /** Names of children, and the languages of source and translation; empty where they are not known. */
  readonly pairs: readonly { readonly name: string; readonly languages: readonly NamedLanguage[] }[];
  readonly files: readonly string[];
  /** The URL of each file without a fragment; null: it has none. */
  readonly links: readonly (string | null)[];
  readonly groups: readonly GroupData[];
  readonly rows: RowBlocks;
  readonly unseen: {
    readonly pattern: string;
    readonly names: Readonly<Record<string, string>>;
    /** A pattern for visible characters without a name, and the name for all of them. */
    readonly seen: string;
    readonly seenName: string;
    /** Replacements for white space: a class of the style sheet, and the text for a copy. */
    readonly drawn: Readonly<Record<string, readonly [style: string, text: string]>>;
  };
  /** The words for a change that overwrites one on the service. */
  readonly undoes: string;
}

/** Number of terms in one block: reading a block takes a millisecond. */
const BLOCK_TERMS = 1000;

/** The index of a row, and its number in a list. */
type Numbered = readonly [row: number, number: number];

/** All rows. Their texts are made block by block, while they are read. */
interface RowBlocks {
  readonly length: number;
  /** Depends on the terms and their order, and not on their lines in the files. */
  readonly digest: string;
  readonly kindOf: readonly number[];
  readonly groupOf: readonly number[];
  /** Only for the few terms that have moved, or whose difference is hard to see. */
  readonly movedTo: readonly Numbered[];
  readonly natureOf: readonly Numbered[];
  /** Indexes in `groups`: the other children with the same change of a term that they inherit. */
  readonly alsoIn: readonly (readonly [row: number, groups: readonly number[]])[];
  /** The rows that overwrite a change on the service. */
  readonly undoing: readonly number[];
  readonly blocks: Iterable<Markup>;
}

/** The texts of rows in blocks. */
function* textBlocks(rows: Iterable<RowData>): Generator<Markup, void, void> {
  let texts: unknown[] = [];
  let count = 0;
  const block = (): Markup => dataBlock(`terms-${count}`, texts);
  for (const row of rows) {
    // Kinds and groups are stored outside the blocks.
    texts.push(row.slice(2));
    if (texts.length < BLOCK_TERMS) continue;
    yield block();
    texts = [];
    count += 1;
  }
  if (texts.length > 0) yield block();
}

/** `rows`: is iterated more than once. */
function rowBlocks(
  places: Iterable<Pick<RowPlace, 'group' | 'to' | 'also'> & { readonly change: TermChange; readonly undoes: boolean }>,
  rows: Iterable<RowData>,
): RowBlocks {
  const sum = createHash('sha256');
  const [kindOf, groupOf]: [number[], number[]] = [[], []];
  const [movedTo, natureOf]: [Numbered[], Numbered[]] = [[], []];
  const alsoIn: [number, readonly number[]][] = [];
  const undoing: number[] = [];
  for (const { change, group, to, also, undoes } of places) {
    const { kind, nature, before, after } = change;
    sum.update([group, to, before?.source, before?.target, after?.source, after?.target, ...also, ''].join('\0'));
    if (also.length > 0) alsoIn.push([kindOf.length, also]);
    if (undoes) undoing.push(kindOf.length);
    if (to !== null) movedTo.push([kindOf.length, to]);
    if (nature !== undefined) natureOf.push([kindOf.length, NATURES.indexOf(nature)]);
    kindOf.push(TERM_KINDS.indexOf(kind));
    groupOf.push(group);
  }
  return {
    length: kindOf.length,
    digest: sum.digest('hex'),
    kindOf,
    groupOf,
    movedTo,
    natureOf,
    alsoIn,
    undoing,
    blocks: { [Symbol.iterator]: () => textBlocks(rows) },
  };
}

/** Numbers for texts, in the order of their first use. */
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

/** A text that is shown unchanged: Latin, Japanese or Chinese letters, without a space at its ends. */
const SHOWN_AS_IT_IS = /^(?! )[ -~\xa1-\xac\xae-\u024f\u3041-\u3096\u30a1-\u30fc\u4e00-\u9fff]*(?<! )$/;

const NO_PIECES = [null, null] as const;

/** The pieces of both sides of a term, if they differ from the plain text. */
function unlikePieces(before: string | undefined, after: string | undefined): readonly (Pieces | null)[] {
  // On a large page, most rows are new, and splitting texts into pieces would take as long as all other work.
  if (before === undefined && SHOWN_AS_IT_IS.test(after ?? '')) return NO_PIECES;
  const { from, to } = sidePieces(before, after);
  return [
    before === undefined || isPlain(from, before) ? null : from,
    after === undefined || isPlain(to, after) ? null : to,
  ];
}

/** The place of a term: numbers for data that the row does not contain. */
interface RowPlace {
  readonly group: number;
  readonly to: number | null;
  readonly also: readonly number[];
  readonly file: number;
  readonly line: number;
}

/** Remarks, findings and fields of a term; empty lists at the end are left out. */
function aboutTerm({ mark }: TermChange, lint: readonly Finding[]): readonly unknown[] {
  // Usually a row has neither.
  if (mark === undefined && lint.length === 0) return [];
  const { lines, folded } = splitFields(mark ?? {});
  const found = lint.map((finding) => [SEVERITY_WORDS[finding.severity], findingMessage(finding)] as const);
  const notes = folded.map(([noun, text]) => [noun, revealed(text)] as const);
  const all = [lines.map(revealed), found, notes];
  return all.slice(0, all.findLastIndex((list) => list.length > 0) + 1);
}

function rowData(change: TermChange, { group, to, file, line }: RowPlace, lint: readonly Finding[]): RowData {
  const { kind, nature, before, after } = change;
  const [sourceFrom = null, sourceTo = null] = unlikePieces(before?.source, after?.source);
  const [targetFrom = null, targetTo = null] = unlikePieces(before?.target, after?.target);
  const isPlainRow = sourceFrom === null && targetFrom === null && sourceTo === null && targetTo === null;
  const pieces = isPlainRow ? null : [sourceFrom, targetFrom, sourceTo, targetTo];
  const about = aboutTerm(change, lint);
  return [
    TERM_KINDS.indexOf(kind),
    group,
    before?.source ?? null,
    before?.target ?? null,
    after?.source ?? null,
    after?.target ?? null,
    file,
    line,
    to,
    nature === undefined ? null : NATURES.indexOf(nature),
    ...(about.length > 0 ? [pieces, ...about] : pieces === null ? [] : [pieces]),
  ] as unknown as RowData;
}

/** The changed children of a plan, each with its resource; within a resource, deleted ones first. */
export const changedChildren = ({
  changes,
}: Pick<Plan, 'changes'>): readonly { readonly resource: Change; readonly child: ChildChange }[] =>
  changes.flatMap((resource) => goneFirst(resource).map((child) => ({ resource, child })));

/** How the rows of changes are shown. */
export interface RowOptions {
  /** The words for other changes than those of a plan. Absent: a plan, whose rows a reader can mark as reviewed. */
  readonly view?: ChangeView | undefined;
  readonly undone?: Undone;
  readonly links?: FileLinks | undefined;
}

/** All changed terms of a plan, by child, with losses first in each. A shared term is one row. */
export function pageData(
  plan: Pick<Plan, 'changes'>,
  { view, undone = NOTHING_UNDONE, links }: RowOptions = {},
  findings: readonly Finding[] = [],
): PageData {
  const lintAt = lintByRow(findings);
  const kinds = eachPlanTerm(plan);
  const shared = sharedTerms(plan);
  const pairs = numbering();
  const files = numbering();
  const all = changedChildren(plan);
  const groups = all.map(
    ({ resource, child: { address, action } }): GroupData => ({
      address: revealed(address),
      name: revealed(shownName(resource)),
      pair: pairs.of(childName(address)),
      action,
    }),
  );
  const groupAt = new Map<string, number>(all.map(({ child }, index) => [child.address, index]));
  /** Each term with its child and its place. */
  function* each<Made>(
    make: (change: TermChange, at: RowPlace, child: ChildChange) => Made,
  ): Generator<Made, void, void> {
    for (const [group, { child }] of all.entries())
      for (const change of kinds(child)) {
        const { at, to } = change;
        const [first = child.address, ...others] = sharedPlaces(shared, child, change);
        if (first !== child.address) continue;
        const also = others.flatMap((address) => groupAt.get(address) ?? []);
        const row = { group, to: to === undefined ? null : (groupAt.get(to) ?? null), also, file: -1, line: 0 };
        yield make(change, at === undefined ? row : { ...row, file: files.of(at.file), line: at.line }, child);
      }
  }
  const undoes = (change: TermChange, { also }: RowPlace, child: ChildChange): boolean =>
    [child, ...also.flatMap((group) => all[group]?.child ?? [])].some(({ address }) =>
      undoesTerm(undone, address, change),
    );
  const places = each((change, at, child) => ({ ...at, change, undoes: undoes(change, at, child) }));
  const texts = () =>
    each((change, at, child) => rowData(change, at, lintAt(change.at, childName(change.to ?? child.address))));
  const rows = rowBlocks(places, { [Symbol.iterator]: texts });
  return {
    kinds: TERM_KINDS.map((id) => ({ id, words: viewWords(view, id) })),
    natures: NATURES.map((id) => ({ id, words: natureWords(id) })),
    pairs: pairs.texts().map((name) => ({
      name: revealed(name),
      languages: namedLanguages(name).map(({ words, ...language }) => ({ ...language, words: revealed(words) })),
    })),
    files: files.texts().map(revealed),
    links: files.texts().map((file) => fileUrl(file, links) ?? null),
    groups,
    rows,
    unseen: { pattern: UNSEEN_PATTERN, names: UNSEEN_NAMES, seen: SEEN_PATTERN, seenName: SEEN_NAME, drawn: DRAWN },
    undoes: UNDOES,
  };
}

/**
 * The data for the script of the page, in blocks that are not scripts. The texts of terms are in separate blocks, which
 * the script reads when it needs them: reading all of them would noticeably delay the opening of a page with 100,000
 * terms.
 */
export function* dataBlocks({ rows, ...others }: PageData): Generator<Markup, void, void> {
  const { blocks, length: _, digest: __, ...columns } = rows;
  yield dataBlock('data', { ...others, ...columns, blockTerms: BLOCK_TERMS });
  yield* blocks;
}

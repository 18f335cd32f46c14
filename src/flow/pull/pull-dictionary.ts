import { join } from 'node:path';
import { parseTable } from '../../files/dictionary/table-file.ts';
import { dictionaryCsv } from '../../files/dictionary/write-dictionary.ts';
import { editGlossaryFile, type GlossaryEdit } from '../../files/edit/glossary.ts';
import { type GlossaryFile, type ListedTable, parseGlossaryFile } from '../../files/resources/glossary-file.ts';
import { isWithoutDictionaries, readGlossary } from '../../files/resources/read-glossary.ts';
import type { DictionarySource, GlossarySource } from '../../files/workspace/sources.ts';
import { NO_ENTRIES } from '../../model/entries/entries.ts';
import { type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import type { DictionaryEdit } from '../../plan/pull/file-edits.ts';
import { byHand, filesBeside, onlyOwn, type PullParts, refuseLoss, restructure } from './pull-parts.ts';

type Pairs = ReadonlyMap<PairKey, string>;

/** `glossary.yaml` as it has become by now. */
async function fileNow({ staged, root }: PullParts, { file }: GlossarySource): Promise<GlossaryFile | undefined> {
  const bytes = await staged.ports.readFile(join(root, file));
  return bytes && parseGlossaryFile({ bytes, file }).value;
}

/** Edits the file of a glossary; without edits it is not read. */
export const editGlossary = (
  { staged }: PullParts,
  { file, origin }: GlossarySource,
  edits: readonly GlossaryEdit[],
): Promise<boolean> =>
  edits.length === 0
    ? Promise.resolve(true)
    : staged.edit(file, origin, (bytes) => editGlossaryFile({ bytes, file }, edits));

/** Where nothing stands any more beside a `glossary.yaml` that counts on it, it must say that none is meant. */
async function sayNone(pull: PullParts, source: GlossarySource): Promise<boolean> {
  const { findings } = await readGlossary(pull.staged.ports, pull.root, source.file);
  return editGlossary(pull, source, isWithoutDictionaries(findings) ? [{ kind: 'list-none' }] : []);
}

const without = (pairs: Pairs, gone: Iterable<PairKey>): Pairs => {
  const left = new Map(pairs);
  for (const pair of gone) left.delete(pair);
  return left;
};

/**
 * Writes a dictionary that the files do not have: beside `glossary.yaml`, and into its list if it has one. Never over a
 * file.
 */
export async function addDictionary(edit: DictionaryEdit, source: GlossarySource, pull: PullParts): Promise<void> {
  const { staged } = pull;
  const { address, pair, entries = NO_ENTRIES } = edit;
  const now = await fileNow(pull, source);
  const path = `${pair.source}-${pair.target}.csv`;
  const file = source.file.slice(0, source.file.lastIndexOf('/') + 1) + path;
  const made = await restructure(pull, {
    source,
    files: [file],
    expected: (before) => new Map([...before, [pairKey(pair), entries.digest]]),
    async work() {
      if (!(await staged.create(file, dictionaryCsv(entries, now?.form)))) {
        staged.fault('pull-in-the-way', source.origin, { address, file });
        return false;
      }
      const isListed = now !== undefined && now.dictionaries !== 'auto';
      return editGlossary(pull, source, isListed ? [{ kind: 'list-dictionary', pair, path }] : []);
    },
  });
  if (made === 'not-meant') byHand(pull, edit, source.origin);
}

/** Takes a dictionary out of the list, if there is one, and its file away, unless something else needs it. */
export async function removeDictionary(
  edit: DictionaryEdit,
  { source, stored }: { readonly source: GlossarySource; readonly stored: DictionarySource },
  pull: PullParts,
): Promise<void> {
  const { staged, refusal } = pull;
  const { address, pair } = edit;
  const at = stored.declaredAt;
  const now = await fileNow(pull, source);
  const isAuto = now?.dictionaries === 'auto';
  const { file } = stored.stored.listed;
  const files = await onlyOwn(
    pull,
    [file],
    filesBeside(pull, (each) => each === stored),
  );
  const refused = refusal(address);
  if (refused !== undefined && files.length > 0) return refuseLoss(pull, refused, { address, at, files: [file] });
  const made = await restructure(pull, {
    source,
    files: [file],
    expected: (before) => without(before, [pairKey(pair)]),
    async work() {
      for (const each of files) staged.remove(each);
      const edits: readonly GlossaryEdit[] = isAuto ? [] : [{ kind: 'unlist-dictionary', pair }];
      return (await editGlossary(pull, source, edits)) && sayNone(pull, source);
    },
  });
  if (made === 'not-meant') byHand(pull, edit, at);
}

/** The pairs that each pattern of a table stands for, now that its file is what it is. */
async function standsFor({ staged, root }: PullParts, table: ListedTable): Promise<readonly (readonly PairKey[])[]> {
  const { file } = table;
  const bytes = await staged.ports.readFile(join(root, file));
  if (bytes === undefined) return table.pairs.map(() => []);
  const form = { ...table.form, bytes, file };
  return table.pairs.map((pattern) => [...(parseTable({ ...form, pairs: [pattern] }).value?.keys() ?? [])]);
}

/**
 * Takes pairs out of the patterns of wide tables. A pattern that stands for other pairs too stays, with a finding:
 * rewriting `en->*` would take away what it says of columns to come. The columns stay in any case.
 */
export async function removePatterns(
  removals: readonly DictionaryEdit[],
  source: GlossarySource,
  pull: PullParts,
): Promise<void> {
  const { staged } = pull;
  const now = await fileNow(pull, source);
  const gone = new Set(removals.map(({ pair }) => pairKey(pair)));
  const edits: GlossaryEdit[] = [];
  const kept = new Set<PairKey>();
  const found = new Set<PairKey>();
  for (const [table, listed] of (now?.tables ?? []).entries()) {
    for (const [pattern, pairs] of (await standsFor(pull, listed)).entries()) {
      if (!pairs.some((pair) => gone.has(pair))) continue;
      for (const pair of pairs) found.add(pair);
      const staying = pairs.filter((pair) => !gone.has(pair));
      if (staying.length === 0) {
        edits.push({ kind: 'remove-pattern', table, pattern });
        continue;
      }
      for (const { address, pair } of removals) {
        if (!pairs.includes(pairKey(pair))) continue;
        kept.add(pairKey(pair));
        const details = { address, pattern: listed.pairs[pattern] ?? '', file: listed.file, staying };
        staged.fault('pull-table-pattern', listed.pairsAt[pattern] ?? listed.at, details);
      }
    }
  }
  // The file of the table is gone or has errors by now, so that no pattern says where the pair stands.
  for (const removal of removals) if (!found.has(pairKey(removal.pair))) byHand(pull, removal, source.origin);
  const removed = removals.filter(({ pair }) => found.has(pairKey(pair)) && !kept.has(pairKey(pair)));
  const pairs = removed.map(({ pair }) => pairKey(pair));
  if (edits.length === 0) return;
  const made = await restructure(pull, {
    source,
    files: [],
    expected: (before) => without(before, pairs),
    async work() {
      return (await editGlossary(pull, source, edits)) && sayNone(pull, source);
    },
  });
  if (made === 'not-meant') for (const removal of removed) byHand(pull, removal, source.origin);
}

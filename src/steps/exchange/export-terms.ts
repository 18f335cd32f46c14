import { readRows } from '../../files/delimited/scan-rows.ts';
import { headedColumns } from '../../files/dictionary/column-use.ts';
import { overrideIn, removesInto } from '../../files/dictionary/term-columns.ts';
import { tableLayout, termRows } from '../../files/exchange/merge/table-layout.ts';
import { rowConcepts } from '../../files/exchange/merge/term-rows.ts';
import {
  type Concept,
  type ConceptTerm,
  EXCHANGED_FIELDS,
  languagesOf,
  type Termbase,
} from '../../files/exchange/termbase.ts';
import type { FilePorts } from '../../files/ports.ts';
import { readInside } from '../../files/workspace/workspace-path.ts';
import { DICTIONARY_ROLE } from '../../kinds/glossary/files/file-roles.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { FileForm } from '../../model/file-form.ts';
import { type Checked, errorsIn, type Finding, type SourceRef } from '../../model/finding.ts';
import { pushAll } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { patternSource, termFiles } from './term-files.ts';

interface StoredTerms {
  readonly file: string;
  readonly at: SourceRef;
  readonly form: FileForm;
  /** Absent: a wide table. */
  readonly pair?: LanguagePair;
  readonly pairs?: readonly string[];
}

/** The terms of one file, without the inherited ones that a row removes. */
async function readStored(ports: FilePorts, root: string, stored: StoredTerms): Promise<Checked<readonly Concept[]>> {
  const { file, at, form, pair, pairs } = stored;
  const { value: bytes, findings } = await readInside(ports, { root, file, role: DICTIONARY_ROLE, namedAt: at });
  if (bytes === undefined) return { findings };
  const input = { ...form, bytes, file };
  const read = readRows(input);
  const errors = errorsIn(read.findings);
  if (errors.length > 0) return { findings: errors };
  const layout = tableLayout(read.rows, { ...form, file, ...omitUndefined({ pair, pairs }) });
  const columns = read.rows.slice(0, layout.headers).flatMap((header) => headedColumns(header, { ...form, file }));
  const override = columns.findIndex(({ use }) => use.kind === 'override');
  const cells = new Map(read.rows.map(({ line, texts }) => [line, overrideIn(texts[override])]));
  const rows = termRows(read.rows, layout, file).map((row) => {
    const cell = cells.get(row.line);
    const terms = [...row.terms].filter(([language]) => !removesInto(cell, language));
    // A row with only a source term removes translations and has none.
    return { ...row, terms: new Map(cell?.kind === 'remove' && terms.length < 2 ? [] : terms) };
  });
  return { value: rowConcepts(rows).filter(({ terms }) => terms.length > 0), findings: [] };
}

/** A term with the fields that two rows share. A status or a note of only one row stays with its translation. */
function agreed(term: ConceptTerm, other: ConceptTerm): ConceptTerm {
  const fields = EXCHANGED_FIELDS.filter((field) => term[field] !== undefined && term[field] === other[field]);
  return {
    language: term.language,
    text: term.text,
    ...Object.fromEntries(fields.map((field) => [field, term[field]])),
  };
}

/** Concepts from dictionaries with one source language: one for each source term and part of speech. */
function joinedBySource(concepts: readonly (Concept & { readonly source: string })[]): readonly Concept[] {
  const byTerm = new Map<string, { readonly concept: Concept; readonly terms: ConceptTerm[] }>();
  for (const { source, ...concept } of concepts) {
    const term = concept.terms.find(({ language }) => language === source);
    const key = JSON.stringify([source, term?.text, term?.partOfSpeech, concept.id]);
    const known = byTerm.get(key) ?? { concept, terms: [] };
    byTerm.set(key, known);
    for (const each of concept.terms) {
      const at = known.terms.findIndex(({ text, language }) => text === each.text && language === each.language);
      const there = known.terms[at];
      if (there === undefined) known.terms.push(each);
      else known.terms[at] = agreed(there, each);
    }
  }
  return [...byTerm.values()].map(({ concept, terms }) => ({ ...concept, terms }));
}

/** The terms of a glossary, and its languages: the source language first. */
export interface GlossaryTerms {
  readonly termbase: Termbase;
  readonly languages: readonly string[];
  /** True if the glossary extends others. Their terms are not in the termbase. */
  readonly inherits: boolean;
}

/** Reads all files of a glossary as one termbase. The value is absent if one of them has errors in its form. */
export async function readGlossaryTerms(ports: FilePorts, root: string, file: string): Promise<Checked<GlossaryTerms>> {
  const known = await termFiles(ports, root, file);
  if (known.value === undefined) return { findings: known.findings };
  const { tables, dictionaries, stack } = known.value;
  const findings: Finding[] = [];
  const concepts: Concept[] = [];
  for (const table of tables) {
    const read = await readStored(ports, root, table);
    findings.push(...read.findings);
    if (read.value !== undefined) pushAll(concepts, read.value);
  }
  const pairConcepts: (Concept & { readonly source: string })[] = [];
  for (const listed of dictionaries) {
    const read = await readStored(ports, root, listed);
    findings.push(...read.findings);
    const { source } = listed.pair;
    if (read.value !== undefined)
      pushAll(
        pairConcepts,
        read.value.map((concept) => ({ ...concept, source })),
      );
  }
  if (findings.length > 0) return { findings };
  const termbase = { concepts: [...concepts, ...joinedBySource(pairConcepts)] };
  const [first] = tables.flatMap(({ pairs }) => pairs.map(patternSource));
  const source = first === undefined || first === '*' ? dictionaries[0]?.pair.source : first;
  const languages = languagesOf(termbase);
  const ordered = source === undefined ? languages : [source, ...languages.filter((each) => each !== source)];
  return { value: { termbase, languages: ordered, inherits: (stack?.layers.length ?? 0) > 0 }, findings: [] };
}

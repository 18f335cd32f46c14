import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../../src/files/delimited/scan-rows.ts';
import { editTermTable } from '../../../src/files/exchange/merge/edit-table.ts';
import { tableLayout, termRows } from '../../../src/files/exchange/merge/table-layout.ts';
import { conceptRows, rowConcepts } from '../../../src/files/exchange/merge/term-rows.ts';
import { readTermbase } from '../../../src/files/exchange/read/read-termbase.ts';
import {
  type ConceptTerm,
  isHeld,
  languagesOf,
  lossList,
  statusRank,
  type Termbase,
} from '../../../src/files/exchange/termbase.ts';
import { tableCsv } from '../../../src/files/exchange/write/write-table.ts';
import { tbxText } from '../../../src/files/exchange/write/write-tbx.ts';
import { formatTable } from '../../../src/files/fmt/format-table.ts';
import { TERM_STATUSES } from '../../../src/model/entries/term-status.ts';
import { runs } from '../../support/runs.ts';
import { anyTermbase, tuplesOf } from './any-termbase.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const SOURCE = 'en';
const FILE = 'terms.csv';
/** The statuses of rows that are never sent, as the file says them. */
const HELD_WORDS = ['admitted', 'deprecated', 'rejected', 'forbidden'];

const tbxOf = (termbase: Termbase): Uint8Array => encode(tbxText(termbase, { source: SOURCE, title: 'Terms' }));

function readBack(termbase: Termbase): Termbase {
  // A variant that stands alone would be read as its base language.
  const variants = languagesOf(termbase).filter((language) => language.includes('-'));
  const { value, findings, losses } = readTermbase({
    bytes: tbxOf(termbase),
    file: 'terms.tbx',
    columns: new Map(variants.map((language) => [language, language])),
  });
  expect(findings).toEqual([]);
  expect(losses.filter(({ name }) => name !== 'tbxHeader')).toEqual([]);
  return { concepts: [...(value?.concepts ?? [])] };
}

/** A new table of a workspace. */
const tableOf = (termbase: Termbase): Uint8Array => {
  const rows = termbase.concepts.flatMap((concept) => conceptRows(concept, SOURCE, lossList(FILE)));
  const languages = [SOURCE, ...languagesOf(termbase).filter((language) => language !== SOURCE)];
  return encode(tableCsv({ languages, rows }, 'none'));
};

const readTableBack = (bytes: Uint8Array): Termbase => {
  const { rows, findings } = readRows({ bytes, file: FILE, comments: 'none' });
  expect(findings).toEqual([]);
  return { concepts: rowConcepts(termRows(rows, tableLayout(rows, { file: FILE }), FILE)) };
};

/**
 * The one thing that a workspace says otherwise, and that an import reports: of the terms of one concept and language
 * that might be sent one is, and without a source term none is. The others are admitted. Written without the code of
 * the import.
 */
const asKept = ({ concepts }: Termbase): Termbase => ({
  concepts: concepts.map((concept) => {
    const sent = new Map<string, (typeof concept.terms)[number]>();
    for (const term of concept.terms) {
      const best = sent.get(term.language);
      if (isHeld(term.status)) continue;
      if (best === undefined || statusRank(term.status) < statusRank(best.status)) sent.set(term.language, term);
    }
    const isKept = (term: (typeof concept.terms)[number]): boolean =>
      isHeld(term.status) || (sent.has(SOURCE) && sent.get(term.language) === term);
    return {
      ...concept,
      terms: concept.terms.map((term) => (isKept(term) ? term : { ...term, status: 'admitted' as const })),
    };
  }),
});

describe('no term is lost or changed on its way', () => {
  test('a termbase, TBX, a termbase', () => {
    fc.assert(
      fc.property(anyTermbase, (termbase) => {
        expect(tuplesOf(readBack(termbase))).toEqual(tuplesOf(termbase));
      }),
      { numRuns: runs(200) },
    );
  });

  test('TBX, a workspace, TBX', () => {
    fc.assert(
      fc.property(anyTermbase, (termbase) => {
        const kept = readTableBack(tableOf(readBack(termbase)));
        expect(tuplesOf(readBack(kept))).toEqual(tuplesOf(asKept(termbase)));
      }),
      { numRuns: runs(200) },
    );
  });

  test('a new table has the form of fmt', () => {
    fc.assert(
      fc.property(
        anyTermbase.filter((termbase) => languagesOf(termbase).some((language) => !/en|pt/.test(language))),
        (termbase) => {
          const bytes = tableOf(termbase);
          const form = { pairs: ['en->*'], comments: 'none' } as const;
          const made = formatTable({ bytes, file: FILE, form, sort: false });
          // Terms that two rows translate differently are no matter of form.
          if ('bytes' in made) expect(new TextDecoder().decode(made.bytes)).toBe(new TextDecoder().decode(bytes));
          else expect(made.findings.every(({ code }) => code.startsWith('duplicate'))).toBe(true);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('a table that was imported says the same when it is imported again, and no byte of it changes', () => {
    fc.assert(
      fc.property(anyTermbase, (termbase) => {
        const bytes = tableOf(termbase);
        const merged = editTermTable({
          input: { bytes, file: FILE, comments: 'none' },
          concepts: termbase.concepts,
          source: SOURCE,
          replaces: true,
          losses: lossList(FILE),
        });
        if (!('bytes' in merged)) throw new Error(JSON.stringify(merged.findings));
        expect(merged.merged?.changes).toEqual([]);
        expect(new TextDecoder().decode(merged.bytes)).toBe(new TextDecoder().decode(bytes));
      }),
      { numRuns: runs(200) },
    );
  });

  test('a termbase that is merged into an empty table, row by row, is the termbase', () => {
    fc.assert(
      fc.property(anyTermbase, (termbase) => {
        let bytes = encode('en,de\n');
        for (const concept of termbase.concepts) {
          const merged = editTermTable({
            input: { bytes, file: FILE, comments: 'none' },
            concepts: [concept],
            source: SOURCE,
            replaces: false,
            losses: lossList(FILE),
          });
          if (!('bytes' in merged)) throw new Error(JSON.stringify(merged.findings));
          bytes = Uint8Array.from(merged.bytes);
        }
        expect(tuplesOf(readTableBack(bytes))).toEqual(tuplesOf(asKept(termbase)));
      }),
      { numRuns: runs(100) },
    );
  });

  test('what an import says is not to be sent is in no row that is sent, whatever was there before', () => {
    // Every term with another status, and some without one that they had.
    const restated = anyTermbase.chain((termbase) =>
      fc
        .array(fc.option(fc.constantFrom(...TERM_STATUSES), { nil: undefined }), { minLength: 48, maxLength: 48 })
        .map((statuses) => {
          let next = 0;
          const concepts = termbase.concepts.map((concept) => ({
            ...concept,
            terms: concept.terms.map(({ status: _old, ...term }): ConceptTerm => {
              const status = statuses[next++ % statuses.length];
              return status === undefined ? term : { ...term, status };
            }),
          }));
          return { termbase, concepts };
        }),
    );
    fc.assert(
      fc.property(restated, ({ termbase, concepts }) => {
        const input = { bytes: tableOf(termbase), file: FILE, comments: 'none' } as const;
        const more = { source: SOURCE, replaces: false, losses: lossList(FILE) };
        const merged = editTermTable({ input, concepts, ...more });
        if (!('bytes' in merged)) throw new Error(JSON.stringify(merged.findings));
        const held = new Set(
          concepts.flatMap(({ id, terms }) =>
            terms.filter(({ status }) => isHeld(status)).map((term) => JSON.stringify([id, term.language, term.text])),
          ),
        );
        const sent = (parse(Buffer.from(merged.bytes), { columns: true }) as Record<string, string>[])
          .filter(({ status, en }) => en !== '' && !HELD_WORDS.includes(status ?? ''))
          .flatMap(({ concept, ...cells }) =>
            Object.entries(cells).map(([language, text]) => JSON.stringify([concept, language, text])),
          );
        expect(sent.filter((term) => held.has(term))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

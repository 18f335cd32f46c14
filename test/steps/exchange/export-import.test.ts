import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WriteFormatName } from '../../../src/files/exchange/format-names.ts';
import { writeTermbase } from '../../../src/files/exchange/write/write-termbase.ts';
import type { FilePorts } from '../../../src/files/ports.ts';
import { readGlossaryTerms } from '../../../src/steps/exchange/export-terms.ts';
import { importTerms } from '../../../src/steps/exchange/import-terms.ts';
import { stageFiles } from '../../../src/steps/pull/staged-files.ts';
import { MemoryFiles } from '../../shells/library/memory-files.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, type Seeded, seeded } from '../../support/seeded.ts';

const ROOT = '/w';
const GLOSSARY = 'glossaries/product/glossary.yaml';
const FOLDER = 'glossaries/product';

/** The exports that an import reads, with and without the apostrophes for spreadsheets. */
const EXPORTS: readonly (readonly [WriteFormatName, boolean])[] = [
  ['tbx', false],
  ['csv', false],
  ['csv', true],
  ['xlsx-csv', true],
  ['google', false],
  ['google', true],
  ['amazon', false],
  ['amazon', true],
];

/** Exports a glossary and imports the text into the same files: the files that would be written, with what they say. */
async function roundTrip(files: Readonly<Record<string, string>>, format: WriteFormatName, escapesFormulas: boolean) {
  const ports = new MemoryFiles(ROOT, files) as unknown as FilePorts;
  const { value, findings } = await readGlossaryTerms(ports, ROOT, GLOSSARY);
  if (value === undefined) throw new Error(JSON.stringify(findings));
  const { text } = writeTermbase({ ...value, title: 'Product', file: GLOSSARY, escapesFormulas }, format);
  const staged = await stageFiles(ports, ROOT);
  const [source = '', target = ''] = value.languages;
  const report = await importTerms(staged, ROOT, {
    bytes: new TextEncoder().encode(text),
    from: format === 'tbx' ? 'out.tbx' : 'out.csv',
    name: 'product',
    file: GLOSSARY,
    clears: false,
    replaces: false,
    ...(format === 'google' || format === 'amazon' ? { format } : {}),
    ...(format === 'google' && value.languages.length === 2 ? { pair: { source, target } } : {}),
  });
  const changed = [...staged.files()].map(([path, bytes]) => [path, bytes && new TextDecoder().decode(bytes)]);
  return { text, findings: report.findings, changed };
}

/** Texts that a spreadsheet or a reader of CSV or XML may take for something else. */
const TEXTS = [
  'house',
  '=mc2',
  "'=mc2",
  "''=x",
  '-ism',
  '+1',
  '@home',
  "'tis",
  "'-'",
  'a, b',
  '"q"',
  '<b>&',
  '#tag',
  'ü',
];

const cell = (text: string): string => (/[",\n]|^#\s/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\n`).join('');

/** A wide table: languages, perhaps ids, statuses, parts of speech and notes, of all languages or of one. */
function anyTable({ below, pick }: Seeded): string {
  const languages = ['en', 'de', 'fr', 'pl'].slice(0, 2 + below(3));
  const more = ['concept', 'status', 'part of speech', 'definition', 'note', 'note_de', 'status_de', 'owner'].filter(
    () => below(2) === 0,
  );
  const text = (): string => (below(2) === 0 ? pick(TEXTS) : `${pick(TEXTS)} ${below(99)}`);
  const known = new Set<string>();
  const rows = Array.from({ length: 1 + below(8) }, (_, index) => {
    let source = text();
    while (known.has(source)) source = `${text()} ${below(1e6)}`;
    known.add(source);
    const cells: Record<string, () => string> = {
      concept: () => (below(3) === 0 ? '' : `id-${index}`),
      status: () => pick(['', '', 'preferred', 'approved', 'draft', 'admitted', 'deprecated', 'rejected', 'forbidden']),
      'part of speech': () => pick(['', 'noun', 'verb']),
      status_de: () => pick(['', '', 'preferred', 'draft', 'forbidden']),
      owner: () => pick(['', 'shop']),
    };
    const others = languages.slice(1).map(() => (below(4) === 0 ? '' : text()));
    if (others.join('') === '') others[0] = text();
    return [
      source,
      ...others,
      ...more.map((name): string => (cells[name] ?? (() => (below(2) === 0 ? '' : text())))()),
    ];
  });
  return csv([[...languages, ...more], ...rows]);
}

/** Files of single dictionaries. */
function anyDictionaries({ below, pick }: Seeded): Readonly<Record<string, string>> {
  const sources = TEXTS.filter(() => below(2) === 0);
  const file = (target: string): string => {
    const more = ['status', 'note'].filter(() => below(2) === 0);
    const own = sources.filter((_, index) => index === 0 || below(3) > 0);
    const rows = own.map((source) => [
      source,
      `${pick(TEXTS)} ${below(99)}`,
      ...more.map((name) => (name === 'status' ? pick(['', 'preferred', 'draft', 'forbidden']) : pick(TEXTS))),
    ]);
    return csv([['en', target, ...more], ...rows]);
  };
  return { [`${FOLDER}/en-de.csv`]: file('de'), ...(below(2) === 0 && { [`${FOLDER}/en-fr.csv`]: file('fr') }) };
}

async function expectUnchanged(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [format, escapes] of EXPORTS) {
    const { text, findings, changed } = await roundTrip(files, format, escapes);
    // An export in which nothing is sent is empty for the systems that take only what is sent.
    const faults = findings.filter(({ code }) => code !== 'import-empty');
    const after = { ...files, ...Object.fromEntries(changed) };
    expect({ format, escapes, text, faults, after }).toEqual({ format, escapes, text, faults: [], after: files });
  }
}

const TABLES = 'name: Product\ncomments: none\ntables:\n  - { file: terms.csv, pairs: [en->*] }\n';

describe('what is exported and imported again changes no byte', () => {
  test('of a wide table', async () => {
    await fc.assert(
      fc.asyncProperty(anySeed, (seed) =>
        expectUnchanged({ [GLOSSARY]: TABLES, [`${FOLDER}/terms.csv`]: anyTable(seeded(seed)) }),
      ),
      { numRuns: runs(60) },
    );
  });

  test('of files of single dictionaries', async () => {
    await fc.assert(
      fc.asyncProperty(anySeed, (seed) =>
        expectUnchanged({ [GLOSSARY]: 'name: Product\ncomments: none\n', ...anyDictionaries(seeded(seed)) }),
      ),
      { numRuns: runs(60) },
    );
  });

  test('of formulas, apostrophes, and terms without an id', async () => {
    const table = "en,de,status\n=mc2,=mc2,preferred\n'=mc2,''=mc2,\n'tis,-ist,draft\n";
    const files = { [GLOSSARY]: TABLES, [`${FOLDER}/terms.csv`]: table };
    await expectUnchanged(files);
    const { text } = await roundTrip(files, 'xlsx-csv', true);
    const rows: string[][] = parse(text, { bom: true });
    expect(rows.slice(1).map(([en, de]) => [en, de])).toEqual([
      ["'=mc2", "'=mc2"],
      ["''=mc2", "'''=mc2"],
      ["'tis", "'-ist"],
    ]);
    expect((await roundTrip(files, 'tbx', false)).text).not.toContain('id=');
  });
});

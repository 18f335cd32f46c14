import { InvalidArgumentError } from 'commander';
import { READ_FORMATS, WRITE_FORMATS } from '../../../files/exchange/format-names.ts';
import { TERM_STATUSES, type TermStatus } from '../../../model/entries/term-status.ts';
import { addressWithArrow } from '../../../model/resources/address.ts';
import {
  argument,
  booleanOption,
  type CommandOptions,
  choice,
  command,
  mandatory,
  option,
  repeatable,
} from './command.ts';
import { AUTO_APPROVE, integer, REPORT, WORKSPACE_OPTIONS } from './common-options.ts';

type Pairs = ReadonlyMap<string, string>;

/**
 * Parses `Kommentar=note,Term:Deutsch=de`. A header may contain `=` and commas: a part without `=` is joined to the
 * part after its comma.
 */
function collectPairs(text: string, previous: Pairs = new Map()): Pairs {
  const pairs = new Map(previous);
  for (const part of text.split(/,(?<==[^=,]*,)/)) {
    const at = part.lastIndexOf('=');
    if (at < 1) throw new InvalidArgumentError('pairs such as Kommentar=note,Begriff=de are needed');
    pairs.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return pairs;
}

function collectStatuses(text: string, previous: ReadonlyMap<string, TermStatus> = new Map()) {
  const statuses = new Map(previous);
  for (const [word, value] of collectPairs(text)) {
    const status = TERM_STATUSES.find((each) => each === value.toLowerCase());
    if (status === undefined) throw new InvalidArgumentError(`a status is one of ${TERM_STATUSES.join(', ')}`);
    statuses.set(word, status);
  }
  return statuses;
}

/** Parses the languages of `en->de`, also in the forms `en-de` and `en:de`. */
function languagePair(text: string) {
  const [, source = '', target = ''] = /^([a-z]{2,3})(?:->|-|:)([a-z]{2,3})$/i.exec(text.trim()) ?? [];
  if (source === '') throw new InvalidArgumentError('two languages such as en-de are needed');
  return { source: source.toLowerCase(), target: target.toLowerCase() };
}

const formatLines = (formats: readonly { readonly name: string; readonly of: string }[]): string =>
  formats.map(({ name, of }) => `  ${name.padEnd(16)}${of}\n`).join('');

export const importCommand = command({
  name: 'import',
  description: 'merge a list of terms of another system into the files of a glossary',
  arguments: {
    file: argument('[file]', 'TBX, XLSX, CSV or TSV file (default: all files in "imports:" of glossary.yaml)'),
  },
  options: [
    ...WORKSPACE_OPTIONS,
    option(
      '--to <address>',
      'the glossary, such as glossary.product; it is created if it does not exist',
      addressWithArrow,
    ),
    option('--format <format>', 'the format of the file (default: detected from its content)'),
    option(
      '--columns <map>',
      'use of columns, such as Begriff=de,Kommentar=note: a language, source, target, status, pos, definition, ' +
        'note, translate, do-not-translate, forbidden, concept or ignore; by number in a file without a header, such ' +
        'as 1=en,2=de,3=note; of a TBX file: languages (repeatable)',
      collectPairs,
    ),
    option(
      '--statuses <map>',
      'meaning of words in the status column, such as freigegeben=approved (repeatable)',
      collectStatuses,
    ),
    option('--pair <languages>', 'languages of a file that does not name them, such as en-de', languagePair),
    option('--source <language>', 'language of the source terms of a new glossary or table'),
    option(
      '--header-row <n>',
      'row number of the header; rows above it are skipped (default: the first row)',
      integer(1, 1_048_576),
    ),
    option('--sheet <name>', 'sheet of a spreadsheet (default: the first visible one)'),
    option('--encoding <name>', 'encoding of a CSV or TSV file, such as windows-1252 (default: UTF-8 or UTF-16)'),
    choice('--delimiter <character>', 'character between the fields (default: detected from the file)', [
      ',',
      ';',
      '|',
      'tab',
    ]),
    option('--table <file>', 'the table of the glossary, if it has several'),
    choice('--empty <meaning>', 'effect of an empty cell (default: keeps)', ['keeps', 'clears']),
    booleanOption('--replace', 'remove rows and translations that the file lacks, after asking'),
    booleanOption('--dry-run', 'write nothing and show every row that would change'),
    booleanOption('--check', 'write nothing; exit 2 if an import would change the files'),
    AUTO_APPROVE,
    REPORT,
  ],
  examples: [
    'lexform import terms.xlsx --to glossary.product',
    'lexform import termbase.tbx --to glossary.product --dry-run',
    "lexform import terms.csv --to glossary.product --encoding windows-1252 --columns 'Begriff=de,Kommentar=note'",
    'lexform import deepl.csv --to glossary.product --pair en-de',
    "lexform import plain.csv --to glossary.product --columns '1=en,2=ca,3=pos'",
    'lexform import titled.xlsx --to glossary.product --header-row 3',
    'lexform import --check',
  ],
  help: `
Formats:
${formatLines(READ_FORMATS)}
The command edits existing rows in their cells and adds new rows. Every other byte stays the same.
Content that the file lacks stays too, unless you use --empty clears or --replace.
In a folder without a lexform.yaml, the command creates a workspace.
The output counts everything that could not be kept. --json and --report list it.

Exit codes:
  0  imported, or nothing to import
  2  something to import (only with --check)
  3  not approved
  4  errors in the file, or in the glossary with its terms
`,
});

export type ImportOptions = CommandOptions<typeof importCommand>;

/** Collects comma-separated words. */
const collectWords = (text: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  ...text.split(',').map((word) => word.trim()),
];

export const exportCommand = command({
  name: 'export',
  description: 'write the terms of a glossary for another system, without inherited ones',
  arguments: { address: argument('<address>', 'the glossary, such as glossary.product') },
  options: [
    ...WORKSPACE_OPTIONS,
    mandatory('--format <format>', `one of ${WRITE_FORMATS.map(({ name }) => name).join(', ')}`),
    option('-o, --out <file>', 'write to this file (default: standard output)'),
    repeatable('--lang <languages>', 'only these languages, the source language first (default: all)', collectWords),
    repeatable(
      '--status <statuses>',
      'only terms with these statuses; none: terms without a status (default: all)',
      collectWords,
    ),
    booleanOption('--escape-formulas', 'write an apostrophe before cells that a spreadsheet would run as a formula'),
  ],
  examples: [
    'lexform export glossary.product --format tbx --out product.tbx',
    'lexform export glossary.product --format google --lang en,de --status none,preferred,approved',
    'lexform export glossary.product --format vale --lang en --out styles/Product/Terms.yml',
  ],
  help: `
Formats:
${formatLines(WRITE_FORMATS)}
Equal files give equal bytes. Content that a format cannot store is counted on standard error.
`,
});

export type ExportOptions = CommandOptions<typeof exportCommand>;

import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseDictionary } from '../../src/files/dictionary/dictionary-file.ts';
import { validatePlan } from '../../src/files/document-validators.generated.js';
import {
  validateDeveloperKeys,
  validateGlossary,
  validateStyleList,
  validateWorkspace,
} from '../../src/files/validators.generated.js';
import { parseLedgerJson } from '../../src/ledger/ledger-json.ts';
import { REPORT_FORMATS } from '../../src/review/ci/format-names.ts';
import { parseFaults } from '../../src/service/faults/faults.ts';
import { WORKSPACE_FILES } from '../../src/shells/cli/help/help-topics.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { DOCUMENTS, INSTEAD } from '../support/json-documents.ts';
import { fencedBlocks, tableRows } from '../support/markdown-parts.ts';
import { COMMANDS } from '../support/parse-command-line.ts';
import { schemaErrors } from '../support/schema-errors.ts';
import { FILES, runExamples } from './formats-world.ts';

const FOLDER = 'docs/formats';
const SCHEMAS_PART = 'the schemas';
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'README.md');
const page = (name: string): string => readFileSync(`${FOLDER}/${name}`, 'utf8');

/** What is wrong with a text; nothing when it is a document of its kind. */
type Check = (text: string) => readonly string[];

const json: Check = (text) => (typeof JSON.parse(text) === 'object' ? [] : ['no object']);
const versioned: Check = (text) => (JSON.parse(text).formatVersion === 1 ? [] : ['no formatVersion']);
/** The checks that the program itself makes; other documents are only ever written by it. */
const COMPILED = {
  'developer-keys': validateDeveloperKeys,
  glossary: validateGlossary,
  plan: validatePlan,
  'style-list': validateStyleList,
  workspace: validateWorkspace,
} as const;
const fits =
  (schema: string): Check =>
  (text) => {
    const check = COMPILED[schema as keyof typeof COMPILED];
    if (check === undefined) return schemaErrors(schema, parse(text));
    return check(parse(text)) ? [] : [JSON.stringify(check.errors)];
  };
/** Of the schemas of a command; a run that errors in the files stop prints findings. */
const fitsOneOf =
  (command: string): Check =>
  (text) => {
    const found = [...(DOCUMENTS[command] ?? []), ...INSTEAD].map((name) => schemaErrors(name, JSON.parse(text)));
    return found.some((errors) => errors.length === 0) ? [] : found.flat();
  };
const lines: Check = (text) => text.trim().split('\n').flatMap(json);
const some: Check = (text) => (text.trim() === '' ? ['nothing'] : []);

const csv: Check = (text) =>
  parseDictionary({
    bytes: new TextEncoder().encode(text),
    file: 'en-de.csv',
    pair: { source: 'en', target: 'de' },
  } as Parameters<typeof parseDictionary>[0]).findings.map(({ code }) => code);

interface Example {
  readonly page: string;
  /** Of the part of the page. */
  readonly part: string;
  readonly language: string;
  /** The name of what the run has made, or the path of a file that it was given. */
  readonly of: string;
  readonly check: Check;
  /** Only the first lines are shown. */
  readonly lines?: number;
}

const example = (at: string, part: string, language: string, of: string, check: Check, lines?: number): Example => ({
  ...{ page: at, part, language, of, check },
  ...(lines !== undefined && { lines }),
});

const EXAMPLES: readonly Example[] = [
  example('workspace.md', 'lexform.yaml', 'yaml', 'lexform.yaml', fits('workspace')),
  example('glossary.md', 'glossary.yaml', 'yaml', 'glossaries/product/glossary.yaml', fits('glossary')),
  example('dictionaries.md', 'en-de.csv', 'csv', 'glossaries/product/en-de.csv', csv),
  example('dictionaries.md', 'terms.csv', 'csv', 'glossaries/product/terms.csv', some),
  example('style-lists.md', 'marketing-de.yaml', 'yaml', 'style-rules/marketing-de.yaml', fits('style-list')),
  example('developer-keys.md', 'developer-keys.yaml', 'yaml', 'developer-keys.yaml', fits('developer-keys')),
  example('plan.md', 'plan.json', 'json', 'plan', fits('plan')),
  example('plan.md', 'preview', 'json', 'preview', fits('preview')),
  example('ledger.md', 'the folder of a ledger', 'text', 'ledger files', some),
  example('ledger.md', 'an entry of a folder', 'json', 'ledger entry', json),
  example('ledger.md', 'ledger.json', 'json', 'ledger.json', (text) => {
    parseLedgerJson(new TextEncoder().encode(text));
    return [];
  }),
  example('backup.md', 'backup.json', 'json', 'backup.json', fits('output#backup')),
  example('reports.md', 'annotations', 'text', 'annotations', (text) =>
    text.split('\n').filter((line) => line !== '' && !/^::(?:error|warning|notice) /.test(line)),
  ),
  example('reports.md', 'sarif', 'json', 'sarif', json),
  example('reports.md', 'junit', 'xml', 'junit', some),
  example('reports.md', 'gitlab-codequality', 'json', 'gitlab-codequality', json),
  example('reports.md', 'gitlab-terraform', 'json', 'gitlab-terraform', json),
  example('reports.md', 'markdown', 'markdown', 'markdown', some),
  example('reports.md', 'html', 'html', 'html', (text) => (/^<!doctype html>/i.test(text) ? [] : ['no page']), 2),
  example('events.md', 'events', 'json', 'events', lines),
  example('json.md', 'several targets', 'json', 'plan of several targets', fits('targets')),
  example('json.md', 'several workspaces', 'json', 'validate in several workspaces', fits('workspaces')),
  example('json.md', 'an error', 'json', 'error', fits('output#error')),
  example('json.md', 'apply', 'json', 'apply', fits('report')),
  example('json.md', 'a stale plan', 'json', 'apply of a stale plan', fits('report')),
  example('json.md', 'fmt', 'json', 'fmt', fits('formatted')),
  example('json.md', 'merge', 'json', 'merge', fits('merged')),
  example('json.md', 'drift', 'json', 'drift', fits('drift')),
  example('json.md', 'service compare', 'json', 'service compare', fits('comparison')),
  ...[
    'init',
    'lint',
    'validate',
    'pull',
    'doctor',
    'log',
    'ledger ids',
    'ledger unlock',
    'ledger forget',
    'ledger adopt',
    'ledger confirm-address',
  ].map((name) => example('json.md', name, 'json', name, fitsOneOf(name))),
  ...[
    'service languages',
    'service usage',
    'service translate',
    'service list',
    'service memories',
    'explain',
    'service voice translate',
    'service voice status',
  ].map((name) => example('json.md', name, 'json', name, fitsOneOf(name))),
  example('json.md', 'log --show', 'json', 'log --show', fitsOneOf('log')),
  ...['import', 'export'].map((name) => example('json.md', name, 'json', name, fitsOneOf(name))),
  example('voice-receipt.md', 'receipt', 'json', 'receipt', versioned),
];

describe('the examples of docs/formats', () => {
  let made: ReadonlyMap<string, string> = new Map();
  beforeAll(async () => {
    const run = await runExamples();
    const preview = JSON.parse(run.get('plan --preview') ?? '{}').preview;
    made = new Map([...Object.entries(FILES), ...run, ['preview', JSON.stringify(preview, null, 2)]]);
  });

  test.each(EXAMPLES)('$page shows $part as it is, and it is valid', ({ page, part, language, of, check, lines }) => {
    const text = made.get(of) ?? '';
    expect(check(text)).toEqual([]);
    const shown = lines === undefined ? text : text.split('\n').slice(0, lines).join('\n');
    expectGenerated(`${FOLDER}/${page}`, part, `\`\`\`${language}\n${shown.trimEnd()}\n\`\`\``);
  });

  test('every document of a plan fits its schema', () => {
    for (const name of ['plan', 'rollback', 'restore']) expect(fits('plan')(made.get(name) ?? '')).toEqual([]);
    expect(made.get('backup')).toBe(made.get('backup.json'));
  });
});

describe('docs/formats', () => {
  test('README.md lists every page', () => {
    const titles = pages.map((name) => `- [${/^# (.+)/.exec(page(name))?.[1]}](${name})`);
    expectGenerated(`${FOLDER}/README.md`, 'the index of formats', titles.join('\n'));
  });

  test('README.md lists the files that the help lists, and each has its page', () => {
    const rows = WORKSPACE_FILES.map(({ path, holds, page: name }) => `| [\`${path}\`](${name}) | ${holds} |`);
    expectGenerated(`${FOLDER}/README.md`, 'the files', ['| file | holds |', '| --- | --- |', ...rows].join('\n'));
    expect(WORKSPACE_FILES.filter(({ page: name }) => !pages.includes(name))).toEqual([]);
  });

  test('json.md lists the schema of each document', () => {
    const link = (name: string): string => {
      const [file, definition] = name.split('#');
      return `[\`${definition ?? `${file}.schema.json`}\`](../../schemas/${file}.schema.json)`;
    };
    const rows = [['every command', INSTEAD] as const, ...Object.entries(DOCUMENTS)].map(
      ([command, names]) =>
        `| ${command === 'every command' ? command : `\`lexform ${command}\``} | ${names.map(link).join(', ')} |`,
    );
    const table = ['| command | schema of its document |', '| --- | --- |', ...rows].join('\n');
    expectGenerated(`${FOLDER}/json.md`, SCHEMAS_PART, table);
  });

  test('every part of a page has its example', () => {
    const parts = pages.flatMap((name) =>
      [...page(name).matchAll(/^<!-- (.+): generated,/gm)].map(([, part]) => `${name} ${part}`),
    );
    expect(parts.filter((part) => part !== `json.md ${SCHEMAS_PART}`).sort()).toEqual(
      EXAMPLES.map((each) => `${each.page} ${each.part}`).sort(),
    );
  });

  test('every schema is named by a page', () => {
    const text = pages.map(page).join('\n');
    expect(readdirSync('schemas').filter((name) => !text.includes(`(../../schemas/${name})`))).toEqual([]);
  });

  test('json.md has a section for every command with --json', () => {
    const all = (entry: typeof COMMANDS): readonly (typeof COMMANDS)[] => [entry, ...entry.commands.flatMap(all)];
    const commands = all(COMMANDS).filter(({ options }) => options.some(({ long }) => long === '--json'));
    const headings = [...page('json.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.sort()).toEqual(commands.map(({ path }) => path.join(' ')).sort());
  });

  test('reports.md has a section for every format', () => {
    const headings = [...page('reports.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.sort()).toEqual([...REPORT_FORMATS]);
  });

  test('faults.md has every kind of fault, and its example is read', () => {
    const known = tableRows(page('faults.md'), '# Faults of the embedded service').map(([kind = '']) =>
      kind.replaceAll('`', ''),
    );
    const needs = { milliseconds: 1, status: 500, perSecond: 1 };
    expect(known.filter((kind) => parseFaults([{ kind, ...needs }]).wrong.some((why) => why.includes('kind')))).toEqual(
      [],
    );
    const { wrong } = parseFaults([{ kind: 'no-such-kind' }]);
    expect(known.filter((kind) => !wrong.join().includes(kind))).toEqual([]);
    const blocks = fencedBlocks(page('faults.md')).filter(({ language }) => language === 'yaml');
    expect(blocks.map(({ text }) => parseFaults(parse(text)).wrong)).toEqual([[]]);
  });
});

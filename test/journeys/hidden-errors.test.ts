import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

interface Parts {
  /** Lines of `lexform.yaml`, of `glossary.yaml`, and more files. */
  readonly config: string;
  readonly glossary: string;
  readonly csv: string;
  readonly files: Readonly<Record<string, string>>;
}

const LONG = 'x'.repeat(1025);

/** Rows that the service refuses, or that say two things: the code of the error, and a table with two good rows. */
const ERRORS: Readonly<Record<string, readonly [row: string, bad: string]>> = {
  'phrase-too-long': [`${LONG},Haus`, LONG],
  'duplicate-source': ['house,Heim', 'Heim'],
  'phrase-control-character': ['bad\u0001cat,Kater', 'bad'],
  'phrase-line-end': ['"bad\ncat",Kater', 'bad'],
  'phrase-control-character, a tab': ['bad\tcat,Kater', 'bad'],
  'phrase-empty': ['badcat,', 'badcat'],
};

/** The rules that settings may name. */
const RULES: readonly string[] = JSON.parse(readFileSync('schemas/lint.schema.json', 'utf8')).definitions.levels
  .propertyNames.enum;

const OFF = JSON.stringify(Object.fromEntries(RULES.map((id) => [id, 'off'])));
const WAIVED = JSON.stringify(RULES.map((id) => ({ rule: id, reason: 'hidden' })));

/** What a pull request may change in the hope that an error is not shown. */
const HIDINGS: Readonly<Record<string, (parts: Parts, code: string) => Partial<Parts>>> = {
  'nothing at all': () => ({}),
  'every rule off': ({ config }) => ({ config: `${config}lint: { rules: ${OFF} }\n` }),
  'every rule off by an override': ({ config }) => ({
    config: `${config}lint: { overrides: [{ addresses: [glossary.*], rules: ${OFF} }] }\n`,
  }),
  'every rule off in glossary.yaml': ({ glossary }) => ({ glossary: `${glossary}lint: { rules: ${OFF} }\n` }),
  'every rule waived': ({ config, glossary }) => ({
    config: `${config}lint: { waive: ${WAIVED} }\n`,
    glossary: `${glossary}lint: { waive: ${WAIVED} }\n`,
  }),
  'the code of the error as a rule': ({ config }, code) => ({ config: `${config}lint: { rules: { ${code}: off } }\n` }),
  'a waiver of the code': ({ config }, code) => ({
    config: `${config}lint: { waive: [{ rule: ${code}, reason: x }] }\n`,
  }),
  'a baseline with the error': ({ config, files }, code) => ({
    config: `${config}lint: { baseline: known.json }\n`,
    files: {
      ...files,
      'known.json': JSON.stringify({
        formatVersion: 1,
        findings: [{ rule: code, in: 'glossary.g', pair: 'en->de', source: LONG, target: 'Haus' }],
      }),
    },
  }),
  'a baseline that cannot be read': ({ config, files }) => ({
    config: `${config}lint: { baseline: known.json }\n`,
    files: { ...files, 'known.json': '{' },
  }),
  'a column lint': ({ csv, glossary }, code) => ({
    glossary: `${glossary}columns: { lint: lint }\n`,
    csv: csv.replace(/^en,de$/m, 'en,de,lint').replace(/(^|\n)([^\n]*)\n$/, `$1$2,${code}: hidden\n`),
  }),
  'attributes of git': ({ files }) => ({
    files: { ...files, '.gitattributes': '*.csv -text -diff export-ignore merge=ours linguist-generated\n' },
  }),
  'an anchor and its alias': ({ config }) => ({
    config: `${config}lint:\n  rules: &off ${OFF}\n  overrides:\n    - { languages: [de], rules: *off }\n`,
  }),
  'columns that are ignored': ({ glossary }) => ({ glossary: `${glossary}columns: { en: ignore }\n` }),
  'a column of statuses that the row lacks': ({ glossary }) => ({
    glossary: `${glossary}send: { status: [approved] }\n`,
  }),
  'rows that are not sent': ({ glossary, csv }) => ({
    glossary: `${glossary}send: { status: [approved] }\n`,
    csv: csv.replace(/^en,de$/m, 'en,de,status').replace('house,Haus\n', 'house,Haus,approved\n'),
  }),
  'the first of several': ({ glossary }) => ({ glossary: `${glossary}choose: first\n` }),
  'another header': ({ glossary }) => ({ glossary: `${glossary}header: true\n` }),
  comments: ({ glossary, csv }) => ({
    glossary: `${glossary}comments: "#"\n`,
    csv: csv.replace(/\n([^\n]*)\n$/, '\n# $1\n'),
  }),
  'no dictionaries': ({ glossary }) => ({ glossary: `${glossary}dictionaries: []\n` }),
  'a table that does not exist': ({ glossary }) => ({
    glossary: `${glossary}dictionaries: []\ntables: [{ file: none.csv, pairs: ["en->de"] }]\n`,
  }),
  'a pattern that matches nothing': ({ config }) => ({ config: config.replace('*/glossary.yaml', '*/none.yaml') }),
  'a mode that adds': ({ glossary }) => ({ glossary: `${glossary}mode: additive\n` }),
};

async function worldOf(parts: Parts) {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': parts.config.replace('URL', url),
    'glossaries/g/glossary.yaml': parts.glossary,
    'glossaries/g/en-de.csv': parts.csv,
    ...parts.files,
  });
  const lexform = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  const call = caller(service);
  const stored = async (): Promise<string> => {
    const { glossaries } = (await call('GET', '/v3/glossaries')).body;
    const texts = glossaries.flatMap(
      ({ glossary_id, dictionaries }: { glossary_id: string; dictionaries: readonly Record<string, string>[] }) =>
        dictionaries.map(async ({ source_lang, target_lang }) => {
          const query = `source_lang=${source_lang}&target_lang=${target_lang}`;
          return (await call('GET', `/v3/glossaries/${glossary_id}/entries?${query}`)).text;
        }),
    );
    return (await Promise.all(texts)).join('\n');
  };
  return { cwd, lexform, stored, service };
}

const NOT_SENT = ['rows that are not sent', 'no dictionaries', 'a pattern that matches nothing'];

/** A comment is no row, and the first of two rows with one source phrase may be chosen. */
const OTHER_ROWS: readonly string[] = ['comments', 'the first of several'];

/** What a command says when a row is not sent. A comment is none. */
const LEFT_OUT = /\[file-unmatched\]|held back|is not sent|\[glossary-empty\]/;

test.each(Object.keys(ERRORS))(
  '%s cannot be hidden: every command ends with 4, or says what is not sent',
  async (name) => {
    const code = name.replace(/,.*/, '');
    const [row = '', bad = ''] = ERRORS[name] ?? [];
    const shownBy: string[] = [];
    for (const [how, hide] of Object.entries(HIDINGS)) {
      const plain: Parts = {
        config:
          'version: 1\ntargets:\n  t: { base_url: "URL", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n',
        glossary: 'name: G\n',
        csv: `en,de\nhouse,Haus\n${row}\n`,
        files: {},
      };
      const { lexform, stored, service } = await worldOf({ ...plain, ...hide(plain, code) });
      const ends = [await lexform('validate'), await lexform('plan'), await lexform('apply', '--auto-approve')];
      const said = ends.map(({ out, err }) => out + err).join('\n');
      expect([how, (await stored()).includes(bad)]).toEqual([how, false]);
      // The files say it, and no call: else a refusal of the service would do as well.
      expect([how, service.calls.filter(({ status }) => (status ?? 500) >= 400)]).toEqual([how, []]);
      const codes = ends.map((end) => end.code);
      if (codes.join() === '4,4,4') {
        shownBy.push(how);
        expect([how, /\[(?:value-|key-|file-missing)/.test(said) || said.includes(`[${code}]`)]).toEqual([how, true]);
      } else if (!OTHER_ROWS.includes(how)) expect([how, said]).toEqual([how, expect.stringMatching(LEFT_OUT)]);
    }
    // Only these decide what is sent: all others change nothing.
    const others = Object.keys(HIDINGS).filter((how) => ![...shownBy, ...OTHER_ROWS].includes(how));
    expect(others).toEqual(NOT_SENT);
  },
);

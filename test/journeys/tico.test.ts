import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CORPUS = resolve('../shared/corpus/tico-19');
const here = existsSync(CORPUS);
/** Rows of the corpus with a comma that is not quoted. */
const COMMAS = 10;
const reason = here ? '' : ' (skipped: the corpus is not there)';

/** `f_en-pt_XX.csv` is the dictionary en->pt. Two files of one language pair are two glossaries. */
function glossaries(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const made = new Map<string, Map<string, string>>();
  for (const file of readdirSync(CORPUS)
    .filter((name) => name.endsWith('.csv'))
    .sort()) {
    const language = /^f_en-([a-z]+)_/.exec(file)?.[1] ?? '';
    const name = made.get('tico')?.has(language) === true ? 'tico-2' : 'tico';
    made.set(name, (made.get(name) ?? new Map()).set(language, file));
  }
  return made;
}

test.skipIf(!here)(
  `the TICO-19 termbase as one workspace: true faults are found; without them plan, apply, plan is empty${reason}`,
  async () => {
    const service = testService();
    const { url, close } = await listen(service);
    onTestFinished(close);
    const files: Record<string, string> = {
      'lexform.yaml': `version: 1\ntargets:\n  test: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
    };
    for (const [name, dictionaries] of glossaries()) {
      files[`glossaries/${name}/glossary.yaml`] = `name: ${name}\ndictionaries: auto\n`;
      for (const [language, file] of dictionaries)
        files[`glossaries/${name}/en-${language}.csv`] = readFileSync(resolve(CORPUS, file), 'utf8');
    }
    const cwd = await tempWorkspace(files);
    const lexform = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);

    const { code, out } = await lexform('validate', '--json');
    const { findings } = JSON.parse(out) as {
      findings: readonly { code: string; severity: string; file: string; line: number }[];
    };
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(code).toBe(4);
    // What is wrong in the files, and nothing else: in some rows a comma that is not quoted cuts the phrase in two. The
    // 306 rows at the end of the Spanish one have languages and no phrase, which is nothing.
    expect(new Set(errors.map((finding) => `${finding.file} ${finding.code}`))).toEqual(
      new Set([
        // A mark of direction in a Korean phrase.
        'glossaries/tico/en-ko.csv character/invisible',
        ...['bg', 'sl', 'sv', 'uk'].map((language) => `glossaries/tico/en-${language}.csv row-columns`),
      ]),
    );
    const lines = (code: string) => errors.filter((finding) => finding.code === code).map(({ line }) => line);
    expect(lines('row-columns')).toHaveLength(COMMAS);
    expect(findings.filter((finding) => finding.code === 'header-skipped')).toHaveLength(32);

    // A faulty row goes.
    const bad = new Map<string, Set<number>>();
    for (const { file, line, severity } of findings)
      if (severity === 'error') bad.set(file, (bad.get(file) ?? new Set()).add(line));
    for (const [file, lines] of bad) {
      const rows = readFileSync(resolve(cwd, file), 'utf8').split('\n');
      writeFileSync(resolve(cwd, file), rows.filter((_, index) => !lines.has(index + 1)).join('\n'));
    }
    expect((await lexform('validate')).code).toBe(0);
    expect((await lexform('plan', '--detailed-exitcode')).code).toBe(2);
    expect((await lexform('apply', '--auto-approve')).code).toBe(0);
    expect(await lexform('plan', '--detailed-exitcode')).toMatchObject({
      code: 0,
      out: 'No changes. test matches the files.\n',
    });
  },
);

import { readAndLint } from '../../../src/app/lint/lint-workspace.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { baselineText, parseBaseline } from '../../../src/lint/baseline.ts';
import { lintDesired } from '../../../src/lint/lint.ts';
import type { TermFields } from '../../../src/model/entries/term-fields.ts';
import { DEFAULT_LINT } from '../../../src/model/workspace/lint-settings.ts';
import { findingsText } from '../../../src/review/messages/finding-text.ts';
import { desiredGlossary } from '../../support/build.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { inConfig, inGlossary, type Row } from './row.ts';

/** A finding in the cell of a column `lint`. */
const inCell = (line: string, cell: string): Row => ({
  line,
  show: async () => {
    const made = desiredGlossary('g', { 'en->de': { house: 'Haus' } });
    const fieldsOf = (): TermFields => ({ lint: cell });
    const glossary = {
      ...made,
      dictionaries: new Map([...made.dictionaries].map(([key, each]) => [key, { ...each, fieldsOf }])),
    };
    return findingsText(lintDesired({ settings: DEFAULT_LINT, desired: { glossaries: [glossary] } }).findings);
  },
});

const CONFIG = 'targets:\n  local: { service: embedded }\nglossaries: []\n';

const NOTHING = { settings: DEFAULT_LINT, desired: {} };

/** Settings of the linter, and waivers beside a term. */
export const LINT_ROWS: readonly Row[] = [
  inGlossary(
    'glossaries/g/glossary.yaml:2:65: error: "glossary.h" names no part of glossary.g, allowed in this file: glossary.g or glossary.g/SOURCE->TARGET; write settings for other resources in lexform.yaml [lint-address-elsewhere]',
    'name: G\nlint: { overrides: [{ rules: { space/double: off }, addresses: [glossary.h] }] }\n',
  ),
  inConfig(
    'lexform.yaml:5:20: error: glossaries that are used together are at least two, such as [glossary.product, glossary.legal] [lint-together]',
    `${CONFIG}lint: { together: [[glossary.a]] }\n`,
  ),
  inConfig(
    'lexform.yaml:5:33: error: "style_rules.b" is not the address of one glossary, such as glossary.product [lint-together]',
    `${CONFIG}lint: { together: [[glossary.a, style_rules.b]] }\n`,
  ),
  inGlossary(
    'glossaries/g/glossary.yaml:2:47: error: the waiver "space/double" has no reason; write why the finding is accepted [lint-waiver-reason]',
    'name: G\nlint: { waive: [{ rule: space/double, reason: " " }] }\n',
  ),
  inCell(
    'glossaries/g/en-de.csv:1:1: error: the waiver "ok(space/double)" has no reason; write why the finding is accepted [lint-waiver-reason]',
    'ok(space/double)',
  ),
  inCell(
    'glossaries/g/en-de.csv:1:1: error: "fine" is not a waiver, the form is ok(RULE): REASON, with ; before the next one [lint-waiver-form]',
    'fine',
  ),
  inCell(
    'glossaries/g/en-de.csv:1:1: error: "space/duble" is not a rule that can be waived; a name such as space/double is needed [lint-rule-unknown]',
    'ok(space/duble): as in the logo',
  ),
  inCell(
    'glossaries/g/en-de.csv:1:1: info: the waiver of space/double waives nothing; it can be removed [lint-waiver-unused]',
    'ok(space/double): as in the logo',
  ),
  {
    line: 'lexform.yaml:1:1: error: "glossary.none" is the address of no glossary, dictionary or style list of these files [lint-address-unknown]',
    show: async () => findingsText(lintDesired({ ...NOTHING, addresses: ['glossary.none'] }).findings),
  },
  {
    line: 'lint-baseline.json:1:1: error: the file is not a baseline of lint findings: it is not JSON; restore it from git, or write a new one with "lexform lint --update-baseline" [lint-baseline-form]',
    show: async () => findingsText(parseBaseline('{', 'lint-baseline.json').findings),
  },
  {
    line: 'lint-baseline.json:1:1: info: 1 finding of the baseline is not found any more; "lexform lint --prune" takes what is of no use out [lint-baseline-unused]',
    show: async () => {
      const known = { rule: 'space/double', in: 'en->de', term: 'gone', sha256: '0' };
      const root = await tempWorkspace({
        'lexform.yaml': `version: 1\n${CONFIG}`,
        'lint-baseline.json': baselineText([known], JSON.stringify),
      });
      const { findings } = await readAndLint(root, nodeFiles());
      return findingsText(findings.filter(({ code }) => code === 'lint-baseline-unused'));
    },
  },
];

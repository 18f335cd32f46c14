import ts from '@typescript/typescript6';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const FUNCTION_MAX_LINES = 60;
const LINE_MAX_COLUMNS = 120;
const EXPLAINED = /longer\s+(?:\*\s+)?than\s+(?:\*\s+)?60\s+(?:\*\s+)?lines\s+(?:\*\s+)?because/;

/** Functions over the limit that no doc comment explains yet. The list may only shrink. */
const LONG_FUNCTIONS: readonly string[] = [
  'action/github/github.ts makeGitHub',
  'apply/apply-plan.ts applyPlan',
  'apply/style-list-target.ts styleListTarget',
  'cli/run/apply-plan.ts applyPlanned',
  'client/assets/asset-transfer.ts makeAssetTransfer',
  'client/calls/glossary-calls.ts makeGlossaryCalls',
  'files/edit/table-grid.ts tableGrid',
  'files/edit/table.ts editTable',
  'files/yaml/schema-findings.ts schemaFinding',
  'files/yaml/yaml-file.ts parseYaml',
  'files/yaml/yaml-value.ts plainValue',
  'flow/backup/backup-of.ts backupOf',
  'flow/backup/restore-state.ts restoreState',
  'flow/ledger/apply-under-ledger.ts applyUnderLedger',
  'plan/match/match.ts matchResources',
  'review/plan/guard-text.ts reason',
  'service/create-service.ts createService',
  'service/store/folder-store.ts folderStore',
  'service/store/glossary-shelf.ts glossaryShelf',
];

/** Files with wider lines, which cannot be wrapped automatically. The list may only shrink. */
const WIDE_FILES: readonly string[] = [
  'files/dictionary/header-words.ts',
  'flow/search/find-terms.ts',
  'plan/guard/refusal.ts',
  'review/account/service-text.ts',
  'review/apply/report-text.ts',
  'review/ci/annotations.ts',
  'review/markdown/groups.ts',
  'review/markdown/preview-section.ts',
  'review/markdown/report-markdown.ts',
  'review/markdown/row.ts',
  'review/plan/guard-text.ts',
  'review/plan/not-approved-text.ts',
  'review/plan/plan-text.ts',
  'review/plan/saved-plan-text.ts',
  'review/translate/explain-text.ts',
  'review/translate/preview-text.ts',
  'review/translate/voice-text.ts',
  'service/translate/term-index.ts',
  'service/voice/media/transcript.ts',
];

/** Functions that are too long and do not say why, as `path name`. */
function longFunctions(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const statement = ts.isVariableDeclaration(node.parent) ? node.parent.parent.parent : node;
      const isLong = lineOf(node.end) - lineOf(node.getStart()) + 1 > FUNCTION_MAX_LINES;
      if (isLong && !EXPLAINED.test(text.slice(statement.getFullStart(), statement.getStart())))
        found.push(`${path} ${(ts.isVariableDeclaration(node.parent) ? node.parent : node).name?.getText() ?? ''}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A regular expression cannot be wrapped. */
const isPattern = (line: string): boolean =>
  /^\s*(?:const \w+ = |\? |: )?\/.+\/[a-z]*[;,.]?(?:\.\w+\(\w*\).?)?$/.test(line);

const wideLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.length > LINE_MAX_COLUMNS && !isPattern(line));

const files = sourceFiles();

test(`a function has at most ${FUNCTION_MAX_LINES} lines, or its comment says why it has more`, () => {
  expect(files.flatMap(({ path, text }) => longFunctions(path, text)).sort()).toEqual(LONG_FUNCTIONS);
});

test(`a line has at most ${LINE_MAX_COLUMNS} columns, unless it is a regular expression`, () => {
  const wide = files.filter(({ text }) => wideLines(text).length > 0);
  expect(wide.map(({ path }) => path)).toEqual(WIDE_FILES);
});

test('a long function is found unless its comment explains it, and a pattern may be wide', () => {
  const body = '  one();\n'.repeat(FUNCTION_MAX_LINES);
  const long = `function long() {\n${body}}\n`;
  expect(longFunctions('a.ts', `${long}const short = () => {};\nconst other = () => {\n${body}};\n`)).toEqual([
    'a.ts long',
    'a.ts other',
  ]);
  expect(longFunctions('a.ts', `/** It is longer than 60\n * lines because it has to be. */\n${long}`)).toEqual([]);
  expect(wideLines(`const PATTERN = /${'a'.repeat(130)}/u;\n// ${'a '.repeat(70)}\nshort\n`)).toHaveLength(1);
});

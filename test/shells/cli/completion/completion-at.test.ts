import { describe, expect, test } from 'vitest';
import { allCommands, namesOf } from '../../../../src/shells/cli/completion/command-table.ts';
import { candidateLines, completionAt, nameCandidates } from '../../../../src/shells/cli/completion/complete.ts';
import { makeProgram, programTable } from '../../../../src/shells/cli/program.ts';

const table = programTable();

/** What is offered for words behind `lexform`: the words, or what the completion needs for them. */
function offered(...line: readonly string[]) {
  const completion = completionAt(line, table);
  return completion.kind === 'words' ? completion.candidates.map(({ word }) => word) : completion;
}

describe('the words at the cursor', () => {
  test('are every command at the first place, each once, with its description', () => {
    const all = offered('');
    const names = makeProgram(() => undefined).commands.map((command) => command.name());
    expect(all).toEqual(expect.arrayContaining(names));
    expect(new Set(all as readonly string[]).size).toBe((all as readonly string[]).length);
    const { description } = table.commands.find(({ path }) => path[0] === 'validate') ?? {};
    expect(completionAt(['va'], table)).toEqual({ kind: 'words', candidates: [{ word: 'validate', description }] });
    expect(completionAt([], table)).toEqual(completionAt([''], table));
  });

  test('are every option of every command', () => {
    for (const command of allCommands(table))
      expect(offered(...command.path, '-')).toEqual(command.options.flatMap(namesOf));
  });

  test.each([
    { line: ['nothing'], words: [] },
    { line: ['plan', '--det'], words: ['--detailed-exitcode'] },
    { line: ['par'], words: [] },
    { line: ['service', 'voice', 'st'], words: ['status'] },
    { line: ['plan', '--', '-'], words: [] },
    { line: ['$(touch pwned)', 'pl'], words: [] },
    { line: ['help', 'va'], words: ['validate'] },
    { line: ['help', 'e'], words: ['exit-codes', 'environment', 'export', 'explain'] },
    { line: ['completion', ''], words: ['bash', 'zsh', 'fish', 'powershell'] },
    { line: ['completion', 'bash', ''], words: [] },
    { line: ['ledger', 'ids', '--format', ''], words: ['json', 'env', 'ts'] },
    { line: ['ledger', 'ids', '--format', 'j'], words: ['json'] },
    { line: ['ledger', 'ids', '--format=j'], words: ['--format=json'] },
    { line: ['ledger', 'ids', '--format', '=', 'j'], words: ['json'] },
    { line: ['ledger', 'ids', '--format', '='], words: ['json', 'env', 'ts'] },
    { line: ['plan', '--no-such-option=j'], words: [] },
    { line: ['plan', '--json=j'], words: [] },
  ])('behind $line', ({ line, words }) => {
    expect(offered(...line)).toEqual(words);
  });

  test.each([
    { line: ['plan', '--target', 'pr'], needs: { kind: 'target', lead: '', start: 'pr' } },
    { line: ['plan', '-t', ''], needs: { kind: 'target', lead: '', start: '' } },
    { line: ['plan', '--target', '=', 'pr'], needs: { kind: 'target', lead: '', start: 'pr' } },
    { line: ['plan', '--target=eu,pr'], needs: { kind: 'target', lead: '--target=eu,', start: 'pr' } },
    { line: ['plan', '-t', 'eu,pr'], needs: { kind: 'target', lead: 'eu,', start: 'pr' } },
    { line: ['pull', 'gl'], needs: { kind: 'address', lead: '', start: 'gl' } },
    { line: ['pull', 'glossary.a', 'gl'], needs: { kind: 'address', lead: '', start: 'gl' } },
    { line: ['pull', '-t', 'eu', '--json', ''], needs: { kind: 'address', lead: '', start: '' } },
    { line: ['pull', '--', '-x'], needs: { kind: 'address', lead: '', start: '-x' } },
    { line: ['plan', '-C', 'my terms', '-t', ''], needs: { kind: 'target', folder: 'my terms', lead: '', start: '' } },
    { line: ['plan', '--chdir=a=b', '-t', ''], needs: { kind: 'target', folder: 'a=b', lead: '', start: '' } },
    { line: ['plan', '--chdir', '=', 'a', '-t', ''], needs: { kind: 'target', folder: 'a', lead: '', start: '' } },
    { line: ['plan', '--chdir', 'x'], needs: { kind: 'folder' } },
    { line: ['apply', 'plan'], needs: { kind: 'file' } },
    { line: ['validate', 'pl'], needs: { kind: 'file' } },
  ])('behind $line come from the workspace or the shell', ({ line, needs }) => {
    expect(offered(...line)).toEqual(needs);
  });
});

test('a name keeps what is in front of it', () => {
  const names = ['prod-eu', 'prod-us', 'test'];
  expect(nameCandidates({ lead: '--target=test,', start: 'pr' }, names)).toEqual([
    { word: '--target=test,prod-eu' },
    { word: '--target=test,prod-us' },
  ]);
});

test('a candidate is one line, and one with a control character is left out', () => {
  const candidates = [{ word: 'a', description: 'one\n\ttwo' }, { word: 'b\nc' }, { word: '\u001b[2J' }, { word: 'd' }];
  expect(candidateLines(candidates)).toBe('a\tone two\nd\n');
});

import { expect, test } from 'vitest';
import { filesDifferText, rollbackHint } from '../../../src/review/drift/rollback-text.ts';

test('ten resources that still differ are named with their files, escaped, and the others are counted', () => {
  const differing = Array.from({ length: 12 }, (_, at) => ({
    address: `glossary.g${at}` as const,
    file: at === 0 ? undefined : `g\u001b${at}.yaml`,
  }));
  const lines = filesDifferText(differing, '000001').split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'The files still differ from entry 000001 in 12 resources; lexform plan shows the differences:',
    '  glossary.g0',
    '  glossary.g1  g⟨U+001B⟩1.yaml',
  ]);
  expect(lines.slice(10)).toEqual(['  glossary.g9  g⟨U+001B⟩9.yaml', '  … and 2 more', '']);
  expect(filesDifferText([], '000001')).toBe('');
});

test('the hint names the command that writes the files; after a restore there is none', () => {
  expect(rollbackHint('differ', 'lexform rollback 000001 --write-files')).toBe(
    'The files were not changed: they still have the newer content, and the next apply would restore it.\n' +
      'To keep this state, bring it into the files: run lexform rollback 000001 --write-files, or lexform pull, which keeps your own edits, or git revert the commits that changed them.\n',
  );
  expect(rollbackHint('differ')).not.toContain('--write-files');
  expect(rollbackHint('broken', 'lexform rollback 1 --write-files')).toContain('--write-files');
  expect(rollbackHint('agree', 'lexform rollback 1 --write-files')).toBe('');
});

import { describe, expect, test } from 'vitest';
import {
  commandLine,
  maskLine,
  resumeLine,
  stopLine,
  workflowLogText,
} from '../../../../src/shells/action/github/workflow-commands.ts';

describe('commands of the runner', () => {
  test('hold their text on one line, escaped, with nothing hidden', () => {
    expect(commandLine('group', 'a%\r\nb\u0000')).toBe('::group::a%25⏎%0Ab⟨U+0000⟩\n');
    expect([commandLine('endgroup'), stopLine('t'), resumeLine('t')]).toStrictEqual([
      '::endgroup::\n',
      '::stop-commands::t\n',
      '::t::\n',
    ]);
    expect(maskLine('a%b\r\nc')).toBe('::add-mask::a%25b%0D%0Ac\n');
  });

  test('do not say their type twice', () => {
    expect(commandLine('error', 'error: a\nerror: b\nwarning: c')).toBe('::error::a%0Ab%0Awarning: c\n');
    expect(commandLine('notice', 'notice: a\nnote: b')).toBe('::notice::a%0Anote: b\n');
    expect(commandLine('warning', 'a warning: b')).toBe('::warning::a warning: b\n');
  });

  test('are not made of text', () => {
    expect(workflowLogText('::a::\n \t::b\r\nx ::c\rd\r##[e] ##vso[f] ## [g] ##VSO[')).toBe(
      ': :a::\n \t: :b\r\nx ::c⏎d⏎# #[e] # #vso[f] ## [g] # #VSO[',
    );
  });
});

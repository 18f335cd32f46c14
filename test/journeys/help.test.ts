import { expect, test } from 'vitest';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { startLexform } from './lexform-process.ts';

test('the help that the build has written is the one that the command table makes', async () => {
  const given = { cwd: await tempWorkspace({}), who: 'ci' };
  const made = await startLexform(given, 'help').ended;
  expect(made.out).toContain('Usage: lexform <command> [options]');
  expect(made.out).toContain('Run "lexform help COMMAND" for details of a command.');
  for (const asked of ['--help', '-h']) expect(await startLexform(given, asked).ended).toEqual(made);
});

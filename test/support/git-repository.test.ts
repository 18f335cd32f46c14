import { describe, expect, test } from 'vitest';
import { gitProgram } from '../../src/app/machine/git-program.ts';
import { GIT_ENV, tempFolder, tempRepository, testGit } from './git-repository.ts';

describe('what tests answer in place of git is what git answers', () => {
  test.each([
    'config user.name',
    'rev-parse HEAD',
    'rev-parse --show-prefix',
    'rev-parse --show-toplevel --show-prefix',
  ])('%s', async (question) => {
    const args = question.split(' ');
    for (const folder of [tempFolder(), tempRepository().folder]) {
      const real = await gitProgram(folder, GIT_ENV).run(args);
      const answered = await testGit(folder).run(args);
      expect([answered.code, [...answered.out]]).toEqual([real.code, [...real.out]]);
      // Where git stops to look for a repository depends on the machine.
      expect(answered.err.slice(0, 27)).toBe(real.err.slice(0, 27));
    }
  });
});

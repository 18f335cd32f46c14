import { expect, test } from 'vitest';
import { isCi } from '../../../src/app/translate/translated-output.ts';

test.each([
  [{}, false],
  [{ CI: 'true' }, true],
  [{ CI: '1' }, true],
  [{ CI: 'false' }, false],
  [{ CI: '' }, false],
  [{ CI: '0', GITHUB_ACTIONS: 'true' }, true],
  [{ TF_BUILD: 'True' }, true],
  [{ JENKINS_URL: 'https://ci.example.com' }, true],
])('%j: %s', (env: Readonly<Record<string, string>>, expected) => {
  expect(isCi((name) => env[name])).toBe(expected);
});

import { expect, test } from 'vitest';
import { actionWorld, CSV, configOf } from './world.ts';

test('two targets share the ten annotations of a type, and a finding of the files comes once', async () => {
  const { onPullRequest, write, serviceUrl } = await actionWorld();
  const two = (url: string) =>
    configOf(url).replace('targets:\n', `targets:\n  other: { base_url: "${url}", key: env:KEY }\n`);
  write('terms/lexform.yaml', two(serviceUrl));
  write(CSV, 'house,Haus\nhouse,Heim\nhouse,Bau\n');
  const few = await onPullRequest();
  expect(few.log.match(/^::error .*$/gm)).toHaveLength(2);
  write(CSV, `house,Haus\n${Array.from({ length: 15 }, (_, index) => `house,Haus ${index}\n`).join('')}`);
  const many = await onPullRequest();
  const errors = many.log.match(/^::error[ :].*$/gm) ?? [];
  expect(errors).toHaveLength(10);
  expect(errors.at(-1)).toContain('and 6 more errors of 15');
});

test('an error is called one once', async () => {
  const { onPullRequest, write } = await actionWorld();
  write('terms/lexform.yaml', configOf('http://127.0.0.1:9'));
  const { log } = await onPullRequest();
  expect(log).toMatch(/^::error::\S/m);
  expect(log).not.toMatch(/^::error[^\n]*::error: /m);
});

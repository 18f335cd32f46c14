import { expect, test } from 'vitest';
import { actionWorld, pullRequest } from './world.ts';

const SAMPLES = 'name: Product\nsamples: { en: [ The house is big. ] }\n';
const GLOSSARY = 'terms/glossaries/product/glossary.yaml';

test('a plan with a preview shows it in the comment and the summary', async () => {
  const { onPullRequest, write, github, service } = await actionWorld();
  write(GLOSSARY, SAMPLES);
  const { code, summary } = await onPullRequest({ preview: 'true' });
  expect(code).toBe(0);
  const verdict = '#### Preview: 1 term in 1 sample: 1 applied; 34 characters spent';
  expect(summary).toContain(verdict);
  expect(github.comments[0]?.body).toContain(verdict);
  expect(service.calls.filter(({ path }) => path === '/v2/translate')).toHaveLength(2);
});

test('without the input, and in an untrusted run, nothing is spent', async () => {
  const { onPullRequest, step, write, service } = await actionWorld();
  write(GLOSSARY, SAMPLES);
  expect((await onPullRequest()).summary).not.toContain('Preview');
  const foreign = {
    payload: { pull_request: pullRequest({ repository: 'stranger/r' }) },
    event: 'pull_request_target',
  };
  const { code, log, summary } = await step({ preview: 'true' }, foreign);
  expect(code).toBe(0);
  expect(log).toContain('::notice::an untrusted run makes no preview');
  expect(summary).toContain('2 terms to add');
  expect(summary).not.toContain('Preview');
  expect(service.calls.filter(({ path }) => path === '/v2/translate')).toEqual([]);
});

import { expect, test } from 'vitest';
import { realPorts } from '../../../../src/app/machine/real-ports.ts';
import type { GitPort } from '../../../../src/ledger/ports.ts';
import { applyStep } from '../../../../src/shells/action/steps/apply.ts';
import { pullStep } from '../../../../src/shells/action/steps/pull.ts';
import { tempWorkspace } from '../../../support/temp-workspace.ts';
import { jobWith } from '../job-with.ts';

/** The result of a pull in a workspace that was applied, and the questions to git. */
async function pulled(git: GitPort['run'] | Error) {
  const root = await tempWorkspace({
    'lexform.yaml':
      'version: 1\ntargets:\n  one: { service: embedded }\nledger: { dir: ledger }\nglossaries: glossaries/*/glossary.yaml\n',
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Haus\n',
  });
  const log: string[] = [];
  const out = (text: string): void => void log.push(text);
  const terminal = { out, err: out, color: false, screen: false, live: false, width: 100 };
  const ports = { ...realPorts({}), cwd: root, terminal, interrupted: new AbortController().signal };
  await applyStep(jobWith({ root, inputs: { approval: 'none' }, ports }).job);
  log.splice(0);
  const questions: unknown[] = [];
  const run: GitPort['run'] = async (args, input) => {
    if (args[0] === 'status') questions.push(args);
    if (git instanceof Error) throw git;
    return git(args, input);
  };
  const [result] = await pullStep(jobWith({ root, ports: { ...ports, git: () => ({ run }) } }).job);
  return { result, questions, log };
}

const answer =
  (code: number, out = '') =>
  async () => ({ code, out: new TextEncoder().encode(out), err: '' });

test.each([
  ['in which git finds no change', answer(0), 'no-changes'],
  ['in which git finds a change', answer(0, ' M a.csv\n'), 'changes'],
  ['that git cannot compare', answer(128), 'changes'],
  ['without git', new Error('ENOENT'), 'changes'],
] as const)('a pull into a checkout %s', async (_, git, result) => {
  const one = await pulled(git);
  expect(one.result).toEqual({
    target: 'one',
    result,
    ran: expect.objectContaining({ code: 0 }),
    hasNewFiles: result === 'changes',
  });
  expect(one.questions).toEqual([['status', '--porcelain', '--', '.']]);
  expect(one.log.filter((line) => line.startsWith('::error'))).toEqual([]);
});

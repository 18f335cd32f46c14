import { describe, expect, test } from 'vitest';
import { type CommandResult, EXIT, worstOf } from '../../../src/app/exit-code.ts';
import type { TargetOptions } from '../../../src/app/options.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { eachTarget } from '../../../src/app/session/each-target.ts';
import { severalTargets } from '../../../src/app/several-targets.ts';
import type { Target } from '../../../src/model/workspace/workspace.ts';
import { jsonText } from '../../../src/review/format/json-text.ts';

const config = (...names: readonly string[]) => ({
  targets: names.map((name): Target => ({ kind: 'embedded', name })),
});

describe('the targets of --target', () => {
  test.each([
    ['eu', undefined],
    ['nowhere', undefined],
    ['us,eu', ['us', 'eu']],
    [' us , eu ,', ['us', 'eu']],
    ['eu,eu', ['eu']],
    ['all', ['eu', 'us', 'test']],
  ])('%j names %j', (text, names) => {
    expect(severalTargets(config('eu', 'us', 'test'), text)).toEqual(names);
  });

  test('the only target may be left out, and one called all is that one', () => {
    expect(severalTargets(config('eu'), undefined)).toBeUndefined();
    expect(severalTargets(config('all', 'eu'), 'all')).toBeUndefined();
  });

  test('all of one target is a list of one', () => {
    expect(severalTargets(config('eu'), 'all')).toEqual(['eu']);
  });

  test.each([
    ['eu,prod,test', 'target-unknown', 'lexform.yaml has no target "prod", "test"; it has: eu, us'],
    [',', 'target-needed', '--target names no target; lexform.yaml has: eu, us'],
    [
      undefined,
      'target-needed',
      'lexform.yaml has several targets (eu, us); name one with --target, or several (eu,us), or all',
    ],
  ])('%j is refused', (text, code, message) => {
    expect(() => severalTargets(config('eu', 'us'), text)).toThrow(expect.objectContaining({ code, message }));
  });
});

test.each([
  [[0, 0], 0],
  [[2, 0], 2],
  [[2, 4], 4],
  [[4, 1], 1],
  [[1, 3], 3],
  [[3, 5], 5],
  [[5, 130], 130],
  [[], 0],
] as const)('of the exit codes %j the worst is %j', (codes, worst) => {
  expect(EXIT[worstOf(codes)]).toBe(worst);
  expect(EXIT[worstOf([...codes].reverse())]).toBe(worst);
});

/** Runs of seven targets, each of which the test ends. */
function sevenTargets({ json = false, interrupted = new AbortController().signal } = {}) {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  let out = '';
  const questions: { readonly text: string; readonly answer: (text: string) => void }[] = [];
  const say = (text: string): void => {
    out += text;
  };
  const ask = (text: string) => new Promise<string>((answer) => questions.push({ text, answer }));
  const terminal = { out: say, err: say, color: false, screen: true, live: false, width: 80, ask };
  const ports = { terminal, interrupted, env: () => undefined } as unknown as Ports;
  const options = { target: 'all', json } as TargetOptions & { readonly json: boolean };
  const begun: string[] = [];
  const run = (one: (name: string, own: Ports) => Promise<CommandResult>) =>
    eachTarget(
      { config: config(...names) as never },
      options as never,
      ports,
      async ({ target = '' }: TargetOptions, own) => {
        begun.push(target);
        return one(target, own);
      },
    );
  return { names, run, begun, questions, said: () => out };
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('several targets', () => {
  test('are at work four at once, in their order, and each that ends makes room for the next', async () => {
    const { names, run, begun } = sevenTargets();
    const ends = new Map<string, () => void>();
    const ended = run((name) => new Promise((end) => ends.set(name, () => end({ outcome: 'ok' }))));
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    ends.get('c')?.();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    for (const name of names) {
      ends.get(name)?.();
      await settled();
    }
    expect([(await ended).outcome, begun]).toEqual(['ok', names]);
  });

  test('are asked about at once, however many they are, and go on four at once', async () => {
    const { names, run, questions, said } = sevenTargets();
    const going: string[] = [];
    let most = 0;
    const ended = run(async (name, { terminal }) => {
      terminal.out(`plan for ${name}\n`);
      const answer = await terminal.ask?.(`Apply to ${name}?`);
      going.push(name);
      most = Math.max(most, going.length);
      await settled();
      going.splice(going.indexOf(name), 1);
      return { outcome: answer === 'yes' ? 'ok' : 'refused' };
    });
    await settled();
    expect(names.map((name) => said().includes(`plan for ${name}`))).not.toContain(false);
    expect(questions.map(({ text }) => text.match(/Apply to/g)?.length)).toEqual([7]);
    questions[0]?.answer('yes');
    expect([(await ended).outcome, most]).toEqual(['ok', 4]);
  });

  test('that had not begun when the run was interrupted say so', async () => {
    const interruption = new AbortController();
    const { run, begun, said } = sevenTargets({ interrupted: interruption.signal });
    const { outcome } = await run(async () => {
      interruption.abort();
      return { outcome: 'interrupted' };
    });
    expect([outcome, begun]).toEqual(['interrupted', ['a']]);
    expect(said().match(/=== \w ===\nerror: interrupted before it began\n/g)).toHaveLength(6);
  });

  test('are one document, as if it had been made at once', async () => {
    const { names, run, said } = sevenTargets({ json: true });
    const documentOf = (name: string) => ({ text: `{"\n  ${name}\u2028`, list: [{ empty: [], more: {} }] });
    const { outcome } = await run(async (name, { terminal }) => {
      if (name !== 'b') terminal.out(jsonText(documentOf(name)));
      return { outcome: name === 'c' ? 'changes' : 'ok' };
    });
    const targets = names.map((target) => ({
      target,
      exitCode: target === 'c' ? 2 : 0,
      document: target === 'b' ? null : documentOf(target),
    }));
    expect([outcome, said()]).toEqual(['changes', jsonText({ formatVersion: 1, targets })]);
  });
});

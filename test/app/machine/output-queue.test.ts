import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TerminalPorts } from '../../../src/app/ports.ts';
import { ONLY_YES } from '../../../src/app/run/approve.ts';
import { type Lane, makeOutputQueue } from '../../../src/app/session/each-target.ts';

/** A terminal that remembers what was written to it and where; questions wait for the test. */
function remembering(more: Partial<TerminalPorts> = {}) {
  const said: string[] = [];
  const questions: { readonly text: string; readonly answer: (text: string) => void }[] = [];
  const terminal: TerminalPorts = {
    out: (text) => said.push(`out ${text}`),
    err: (text) => said.push(`err ${text}`),
    color: false,
    screen: true,
    live: true,
    width: 80,
    ask: (text) => new Promise((answer) => questions.push({ text, answer })),
    ...more,
  };
  const lanes = (json: boolean): readonly [Lane, Lane] => {
    const turns = makeOutputQueue(['eu', 'us'], terminal, { json });
    return [turns.get('eu') as Lane, turns.get('us') as Lane];
  };
  return { said, questions, terminal, lanes };
}

test('the first one prints as it goes, the second one when the first is done', () => {
  const { said, lanes } = remembering();
  const [eu, us] = lanes(false);
  us.terminal.out('one\n');
  eu.terminal.out('two\n');
  expect(said).toEqual(['out === eu ===\n', 'out two\n']);
  us.terminal.err('three\n');
  us.end();
  eu.terminal.out('four\n');
  eu.end();
  expect(said.slice(2)).toEqual(['out four\n', 'out \n=== us ===\n', 'out one\n', 'err three\n']);
});

test('where the two streams go to different places, each has the heading once', () => {
  const { said, lanes } = remembering({ screen: false });
  const [eu] = lanes(false);
  eu.terminal.out('a\n');
  eu.terminal.err('b\n');
  eu.terminal.out('c\n');
  expect(said).toEqual(['out === eu ===\n', 'out a\n', 'err === eu ===\n', 'err b\n', 'out c\n']);
});

test('on a screen the heading is on standard output, whatever comes first', () => {
  const { said, lanes } = remembering();
  const [eu, us] = lanes(false);
  eu.terminal.err('a\n');
  eu.terminal.out('b\n');
  eu.end();
  us.terminal.err('c\n');
  expect(said).toEqual(['out === eu ===\n', 'err a\n', 'out b\n', 'out \n=== us ===\n', 'err c\n']);
});

test('however the targets take turns, what is said of each is whole and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2), { maxLength: 30 }),
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      (speakers, ends) => {
        const { said, terminal } = remembering();
        const lanes = [...makeOutputQueue(['a', 'b', 'c'], terminal, { json: false }).values()];
        for (const [index, speaker] of speakers.entries()) lanes[speaker]?.terminal.out(`${speaker} says ${index}\n`);
        for (const end of ends) lanes[end]?.end();
        const whole = ['a', 'b', 'c'].flatMap((name, lane) => {
          const lines = speakers.flatMap((speaker, index) => (speaker === lane ? [`${lane} says ${index}\n`] : []));
          return lines.length === 0 ? [] : [`=== ${name} ===\n${lines.join('')}`];
        });
        expect(said.map((line) => line.slice('out '.length)).join('')).toBe(whole.join('\n'));
      },
    ),
  );
});

test('who says nothing has no heading, and holds nobody up once it has ended', () => {
  const { said, lanes } = remembering();
  const [eu, us] = lanes(false);
  us.terminal.out('a\n');
  eu.end();
  expect(said).toEqual(['out === us ===\n', 'out a\n']);
});

test('with --json documents are kept, and the rest goes to standard error', () => {
  const { said, lanes } = remembering();
  const [eu, us] = lanes(true);
  us.terminal.out('{}');
  eu.terminal.err('a\n');
  expect([eu.document(), us.document()]).toEqual(['', '{}']);
  expect(said).toEqual(['err === eu ===\n', 'err a\n']);
});

test('questions wait for one another and are one; what comes after the answer has headings again', async () => {
  const { said, questions, lanes } = remembering();
  const [eu, us] = lanes(false);
  us.terminal.out('plan\n');
  const ofUs = us.terminal.ask?.(`Make this call?${ONLY_YES}`);
  expect(questions).toEqual([]);
  const ofEu = eu.terminal.ask?.(`Make these 2 calls?${ONLY_YES}`);
  expect(said).toEqual(['out === us ===\n', 'out plan\n']);
  expect(questions.map(({ text }) => text)).toEqual([
    '\neu: Make these 2 calls?\nus: Make this call?\nType "yes" to continue, for all 2 targets: ',
  ]);
  questions[0]?.answer('yes');
  expect(await Promise.all([ofEu, ofUs])).toEqual(['yes', 'yes']);
  us.terminal.out('done\n');
  us.end();
  eu.end();
  expect(said.slice(2)).toEqual(['out \n=== us ===\n', 'out done\n']);
});

test('one that ends without a question does not keep the others from theirs', () => {
  const { questions, lanes } = remembering();
  const [eu, us] = lanes(false);
  us.terminal.ask?.(`Make this call?${ONLY_YES}`);
  eu.terminal.err('error\n');
  eu.end();
  expect(questions.map(({ text }) => text)).toEqual(['\nus: Make this call?\nType "yes" to continue: ']);
});

test('a question that fails fails for all, and what they say of it is shown', async () => {
  const { said, lanes } = remembering({ ask: async () => Promise.reject(new Error('gone')) });
  const [eu, us] = lanes(false);
  const asked = [eu, us].map((lane) => lane.terminal.ask?.('?'));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  us.terminal.err('no\n');
  us.end();
  eu.end();
  expect(said).toEqual(['out === us ===\n', 'err no\n']);
});

test('where nobody can be asked, no lane can ask; and lines are never written over', () => {
  const { terminal } = remembering();
  const { ask: _, ...silent } = terminal;
  const lane = makeOutputQueue(['eu'], silent, { json: false }).get('eu')?.terminal;
  expect([lane?.ask, lane?.live]).toEqual([undefined, false]);
});

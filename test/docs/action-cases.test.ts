import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/shells/action/inputs.ts';
import { actionFile } from '../shells/action/run-action.ts';
import { expectGenerated } from '../support/generated-part.ts';

const FOLDER = 'test/shells/action/cases';

/** Each step of the pages: its event, its command, and the names of its inputs. */
const steps = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) =>
    [...readFileSync(`${FOLDER}/${page}`, 'utf8').matchAll(/^(?:\$|<!-- run:) step ([a-z_]+)(.*)$/gm)].map(
      ([, event = '', words = '']) => {
        const inputs = [...words.matchAll(/(?<=[ '])([a-z-]+)=/g)].map(([, name = '']) => name);
        return { page, event, inputs, command: / command=([a-z]+)/.exec(words)?.[1] ?? 'plan' };
      },
    ),
  );

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`;

/** A table of the number of steps by event and command. */
function eventTable(): string {
  const events = [...new Set(steps.map(({ event }) => event))].sort();
  const counts = events.map((name) =>
    row([
      `\`${name}\``,
      ...COMMANDS.map((each) => steps.filter(({ event, command }) => event === name && command === each).length || ''),
    ]),
  );
  return [row(['event', ...COMMANDS]), row(['---', ...COMMANDS.map(() => '--:')]), ...counts].join('');
}

/** A table of the pages that set an input. */
function inputTable(): string {
  const rows = Object.keys(actionFile.inputs).map((input) => {
    const pages = new Set(steps.filter(({ inputs }) => inputs.includes(input)).map(({ page }) => page));
    return row([`\`${input}\``, [...pages].map((page) => `[${page.replace('.md', '')}](cases/${page})`).join(', ')]);
  });
  return [row(['input', 'cases']), row(['---', '---']), ...rows].join('');
}

test('the page of the Action’s tests lists events, commands and inputs of the cases', () => {
  expectGenerated('test/shells/action/README.md', 'the cases', `${eventTable()}\n${inputTable()}`);
});

test('each input is in a case', () => {
  const used = new Set(steps.flatMap(({ inputs }) => inputs));
  expect(Object.keys(actionFile.inputs).filter((input) => !used.has(input))).toEqual([]);
});

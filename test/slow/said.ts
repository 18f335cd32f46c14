import { readFileSync, writeSync } from 'node:fs';
import fc from 'fast-check';
import { type Attack, textOf } from './attacks.ts';
import { growthAbove } from './growth.ts';

/** What the test asks of a program. Its seed is that of all samples. */
export function asked<Input>(): Input {
  const input = JSON.parse(readFileSync(0, 'utf8')) as Input & { readonly seed: number };
  fc.configureGlobal({ seed: input.seed });
  return input;
}

/** Prints a line at once: the last one must be there when the process is ended. */
export const say = (line: unknown): void => {
  writeSync(1, `${JSON.stringify(line)}\n`);
};

/** Says which work begins, and the first attack for which twice the length takes more than three times as long. */
export async function attack(name: string, attacks: readonly Attack[], work: (text: string) => unknown): Promise<void> {
  say({ name });
  for (const each of attacks) {
    const [small, large] = [textOf(each, 512), textOf(each, 1024)];
    const growth = await growthAbove(3, { small: () => work(small), large: () => work(large) });
    if (growth === undefined) continue;
    say({ name, attack: each, growth });
    break;
  }
}

/** All occurrences of a pattern. */
export const searchFor =
  (pattern: RegExp) =>
  (text: string): unknown => {
    pattern.lastIndex = 0;
    return pattern.global ? text.replace(pattern, '') : pattern.exec(text);
  };

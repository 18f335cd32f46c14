import { readFileSync, writeSync } from 'node:fs';
import fc from 'fast-check';
import { type Attack, textOf } from './attacks.ts';
import { growthAbove } from './growth.ts';

interface Limits {
  readonly seed: number;
  /** The processor time of the program, in milliseconds; no limit where it is absent. */
  readonly cpuMs?: number;
}

/** What the test asks of a program. Its seed is that of all samples. */
export function asked<Input>(): Input & Limits {
  const input = JSON.parse(readFileSync(0, 'utf8')) as Input & Limits;
  fc.configureGlobal({ seed: input.seed });
  return input;
}

type Measurement = () => Promise<void>;

/** Does the measurements in the order of the seed, and begins none after the processor time of the program. */
export async function measureInTurn(measurements: readonly Measurement[], cpuMs?: number): Promise<void> {
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...measurements], { minLength: measurements.length }), 1);
  for (const measure of shuffled) {
    const { user, system } = process.cpuUsage();
    if (cpuMs !== undefined && (user + system) / 1000 > cpuMs) return;
    await measure();
  }
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

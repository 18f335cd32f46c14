import type { CliPorts } from '../cli/ports.ts';
import { UsageError } from '../model/errors.ts';
import { visible } from '../review/format/escape.ts';

/** What a value has to be, in words; `undefined`: it is that. */
type Check = (value: unknown, name: string) => readonly string[];

/** A check for each option that there is. */
type Checks<Options> = { readonly [Name in keyof Required<Options>]: Check };

/** The functions of the port of the files. */
export const FILE_FUNCTIONS = [
  'appendFile',
  'glob',
  'list',
  'openWriter',
  'privateFile',
  'readFile',
  'readRegularFile',
  'readStream',
  'realPath',
  'size',
  'writeAll',
  'writeFile',
] as const satisfies readonly (keyof CliPorts['files'])[];

/** A value as a message shows it: never more than its beginning. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return `"${visible(value.slice(0, 60))}"`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'function'
      ? 'a function'
      : String(value);
}

const check =
  (needed: string, fits: (value: unknown) => boolean): Check =>
  (value, name) =>
    value === undefined || fits(value) ? [] : [`${name} is ${shownValue(value)}; it must be ${needed}`];

/** A whole number between two others, both included. */
export const wholeNumber = (min: number, max: number): Check =>
  check(
    `a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  );

export const isFalse: Check = check('false, or left out', (value) => value === false);
export const isTrueOrFalse: Check = check('true or false', (value) => typeof value === 'boolean');
export const isFunction: Check = check('a function', (value) => typeof value === 'function');
export const isNonEmptyText: Check = check(
  'a text that is not empty',
  (value) => typeof value === 'string' && value !== '',
);
const isAddress = check('an address or a pattern', (value) => typeof value === 'string' && value !== '');
export const isList: Check = check('a list', Array.isArray);
export const isSignal: Check = check('an AbortSignal', (value) => value instanceof AbortSignal);
export const isObject: Check = check(
  'an object with functions',
  (value) => typeof value === 'object' && value !== null,
);
export const isTextList: Check = (value, name) =>
  Array.isArray(value)
    ? value.flatMap((each, index) => isAddress(each ?? null, `${name}[${index}]`))
    : check('a list of addresses or patterns', () => false)(value, name);

/** A port of files with all of its functions. */
export const isFiles: Check = (value, name) => {
  const wrong = isObject(value, name);
  if (wrong.length > 0 || value === undefined) return wrong;
  const missing = FILE_FUNCTIONS.filter((each) => typeof (value as Partial<CliPorts['files']>)[each] !== 'function');
  return missing.length === 0 ? [] : [`${name} lacks ${missing.join(', ')}; nodeFiles() makes the real ones`];
};

/** One of some words. */
export const isOneOf = (words: readonly string[]): Check =>
  check(`one of ${words.join(', ')}`, (value) => typeof value === 'string' && words.includes(value));

/** An object with some options and no others. */
export const optionsOf =
  <Options>(checks: Checks<Options>): Check =>
  (given, name) => {
    if (given === undefined) return [];
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return [`${name} is ${shownValue(given)}; it must be an object`];
    const known: Readonly<Record<string, Check>> = checks;
    return Object.entries(given).flatMap(([key, value]) =>
      Object.hasOwn(known, key)
        ? (known[key]?.(value, `${name}.${visible(key)}`) ?? [])
        : [`${name}.${visible(key)} is no option; there are ${Object.keys(known).join(', ')}`],
    );
  };

/** Throws a `UsageError` that names everything that is wrong with what a function was given, a line each. */
export function mustFit(...found: readonly (readonly string[])[]): void {
  const wrong = found.flat();
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'));
}

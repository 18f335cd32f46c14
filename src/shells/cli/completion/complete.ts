import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../../../app/exit-code.ts';
import type { Ports } from '../../../app/ports.ts';
import { findWorkspace } from '../../../app/session/find-workspace.ts';
import { type CommandEntry, commandName, namesOf, type OptionEntry, type ValueKind } from './command-table.ts';

/** A whole word that can replace the one at the cursor. */
interface Candidate {
  readonly word: string;
  readonly description?: string;
}

/** What can replace the word at the cursor. */
type Completion =
  | { readonly kind: 'words'; readonly candidates: readonly Candidate[] }
  /** The shell lists the paths itself. */
  | { readonly kind: 'file' | 'folder' }
  | {
      readonly kind: 'target' | 'address';
      /** The value of `--chdir`; absent: the command line has none. */
      readonly folder?: string;
      /** The part of the word that stays in front of the name, such as `--target=`. */
      readonly lead: string;
      /** The part of the word that a name must begin with. */
      readonly start: string;
    };

/** The facts from the words before the cursor that decide which words can follow. */
interface Place {
  readonly command: CommandEntry;
  /** The number of arguments after the command. */
  readonly count: number;
  /** True after `--`: all words are arguments. */
  readonly closed: boolean;
  /** The option whose value is the next word; absent: the next word is not a value. */
  readonly option?: OptionEntry;
  readonly folder?: string;
}

const optionNamed = ({ options }: CommandEntry, name: string): OptionEntry | undefined =>
  options.find((option) => namesOf(option).includes(name));

/** `--target=prod` as its name and its value; without an equals sign the value is `undefined`. */
function splitOption(word: string): readonly [name: string, value: string | undefined] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

const withValue = ({ option: _, ...place }: Place, { long }: OptionEntry, value: string): Place =>
  long === '--chdir' ? { ...place, folder: value } : place;

function placeAfter(place: Place, word: string): Place {
  const { command, count, closed, option } = place;
  // bash passes --option=value as three words.
  if (option !== undefined) return word === '=' ? place : withValue(place, option, word);
  if (!closed && word === '--') return { ...place, closed: true };
  if (!closed && word.startsWith('-')) {
    const [name, value] = splitOption(word);
    const found = optionNamed(command, name);
    if (found?.value === undefined) return place;
    return value === undefined ? { ...place, option: found } : withValue(place, found, value);
  }
  const child = count === 0 ? command.commands.find((each) => commandName(each) === word) : undefined;
  return child === undefined ? { ...place, count: count + 1 } : { ...place, command: child };
}

const words = (candidates: readonly Candidate[], start: string): Completion => ({
  kind: 'words',
  candidates: candidates.filter(({ word }) => word.startsWith(start)),
});

function valueCompletion(value: ValueKind, { folder }: Place, lead: string, start: string): Completion {
  switch (value.kind) {
    case 'choices':
      return words(
        value.values.map((each) => ({ word: lead + each })),
        lead + start,
      );
    case 'target': {
      // Some commands take several targets with commas between them.
      const comma = start.lastIndexOf(',') + 1;
      const names = { lead: lead + start.slice(0, comma), start: start.slice(comma) };
      return { kind: 'target', ...names, folder };
    }
    case 'address':
      return { kind: 'address', lead, start, folder };
    case 'file':
    case 'folder':
      return { kind: value.kind };
    case 'text':
      return words([], start);
    default:
      return value satisfies never;
  }
}

/**
 * The completion for the last word of a command line. `line`: the words after `lexform`; the last one can be empty or
 * incomplete.
 */
export function completionAt(line: readonly string[], table: CommandEntry): Completion {
  const last = line.at(-1) ?? '';
  const place = line.slice(0, -1).reduce(placeAfter, { command: table, count: 0, closed: false });
  const { command, count, closed, option } = place;
  if (option?.value !== undefined) return valueCompletion(option.value, place, '', last === '=' ? '' : last);
  if (!closed && last.startsWith('-')) {
    const [name, start] = splitOption(last);
    if (start !== undefined)
      return valueCompletion(optionNamed(command, name)?.value ?? { kind: 'text' }, place, `${name}=`, start);
    const named = command.options.flatMap((each) =>
      namesOf(each).map((word) => ({ word, description: each.description })),
    );
    return words(named, last);
  }
  if (command.commands.length > 0) {
    const named = command.commands.map((each) => ({ word: commandName(each), description: each.description }));
    return words(count === 0 ? named : [], last);
  }
  const argument = command.arguments[count] ?? command.arguments.find(({ variadic }) => variadic);
  return valueCompletion(argument?.value ?? { kind: 'text' }, place, '', last);
}

/** A candidate for each name of the workspace that matches the completion. */
export const nameCandidates = (
  { lead, start }: { readonly lead: string; readonly start: string },
  names: readonly string[],
): readonly Candidate[] => names.filter((name) => name.startsWith(start)).map((name) => ({ word: lead + name }));

/**
 * Candidates in the form for a shell: one on each line, with a tab before the description. A word with a control
 * character is left out, because it could end the line or change the terminal.
 */
export const candidateLines = (candidates: readonly Candidate[]): string =>
  candidates
    .filter(({ word }) => !/\p{Cc}/u.test(word))
    .map(({ word, description }) =>
      description === undefined ? `${word}\n` : `${word}\t${description.replace(/\p{Cc}+/gu, ' ')}\n`,
    )
    .join('');

/** The words after `--`. PowerShell drops an empty argument, so `--empty` marks an empty last word. */
function lineOf(args: readonly string[]): readonly string[] {
  const start = args.indexOf('--');
  const line = start < 0 ? [] : args.slice(start + 1);
  return args.slice(0, Math.max(start, 0)).includes('--empty') ? [...line, ''] : line;
}

type NamesNeeded = Extract<Completion, { kind: 'target' | 'address' }>;

/** Names of the workspace, only from its files. They are optional, so after any error the result is empty. */
async function namesFor(needed: NamesNeeded, ports: Ports): Promise<readonly Candidate[]> {
  const { kind, folder } = needed;
  try {
    const root = folder === undefined ? await findWorkspace(ports) : resolve(ports.cwd, folder);
    if (root === undefined) return [];
    const { readWorkspaceNames } = await import('../../../steps/workspace-names.ts');
    const names = await readWorkspaceNames(ports.files, root, kind === 'target' ? 'targets' : 'addresses');
    return nameCandidates(needed, names);
  } catch {
    return [];
  }
}

/**
 * `__complete [--empty] -- WORDS…`, called by the completion scripts: prints the completions of the last word, one
 * candidate on each line, or `:file` or `:folder` if the shell should list paths.
 */
export async function complete(args: readonly string[], ports: Ports, table: CommandEntry): Promise<ExitCode> {
  const completion = completionAt(lineOf(args), table);
  const { out } = ports.terminal;
  switch (completion.kind) {
    case 'words':
      out(candidateLines(completion.candidates));
      break;
    case 'file':
    case 'folder':
      out(`:${completion.kind}\n`);
      break;
    case 'target':
    case 'address':
      out(candidateLines(await namesFor(completion, ports)));
      break;
    default:
      return completion satisfies never;
  }
  return EXIT.ok;
}

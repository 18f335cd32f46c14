import { Argument, type Command, Option } from 'commander';
import type { ExitCode, RunResult } from '../exit-code.ts';
import type { CliPorts } from '../ports.ts';

/** Runs a chosen command with its ports. A command that the GitHub Action calls too returns more than its exit code. */
export type RunCommand = (ports: CliPorts) => Promise<ExitCode | RunResult>;

/** Takes the command to run. */
export type Choose = (run: RunCommand) => void;

/** A command as data. `Options` is what its function is given: its options, and its arguments by name. */
interface CommandSpec<Options> {
  readonly name: string;
  readonly alias?: string;
  readonly description: string;
  /** Each argument by the member of `Options` that it becomes, in the order of the command line. */
  readonly arguments?: Readonly<Partial<Record<keyof Options & string, Argument>>>;
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  /** The help below the examples; begins with an empty line. */
  readonly help?: string;
  /** The commands below this one, which then has no function of its own. */
  readonly commands?: readonly Declare[];
  /** Loads the function of the command when it is to run: loading those of all commands takes longer than most runs. */
  readonly load?: () => Promise<(options: Options, ports: CliPorts, program: Command) => Promise<ExitCode | RunResult>>;
}

/** Adds a command to the program. It passes the command to run to `choose`. */
export type Declare = (program: Command, choose: Choose) => void;

export const examples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;

/** Declares a command. An argument that is not given is not a member of the options. */
export const command =
  <Options>(spec: CommandSpec<Options>): Declare =>
  (program, choose) => {
    const declared = program
      .command(spec.name)
      .description(spec.description)
      .addHelpText('after', `${examples(spec.examples)}${spec.help ?? ''}`);
    if (spec.alias !== undefined) declared.alias(spec.alias);
    for (const declare of spec.commands ?? []) declare(declared, choose);
    const places = Object.entries<Argument>({ ...spec.arguments });
    for (const [, argument] of places) declared.addArgument(argument);
    for (const option of spec.options ?? []) declared.addOption(option);
    const { load } = spec;
    if (load === undefined) return;
    declared.action(() => {
      const given = places.map(([name], index) => [name, declared.processedArgs[index]] as const);
      const named = Object.fromEntries(given.filter(([, value]) => value !== undefined));
      const options = { ...declared.opts(), ...named } as Options;
      choose(async (ports) => (await load())(options, ports, program));
    });
  };

/** Collects the values of a repeatable option. */
export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

/** An argument, such as `<term>` or `[text...]`. */
export function argument<Value>(
  usage: string,
  description: string,
  parse?: (text: string, previous: Value) => Value,
): Argument {
  const made = new Argument(usage, description);
  return parse === undefined ? made : made.argParser(parse);
}

/** An option with a value, such as `--target <name>`. */
export function option<Value>(
  flags: string,
  description: string,
  parse?: (text: string, previous: Value) => Value,
  initial?: Value,
): Option {
  const made = new Option(flags, description).default(initial);
  return parse === undefined ? made : made.argParser(parse);
}

/** An option without a value, off unless it is given. */
export const booleanOption = (flags: string, description: string): Option =>
  new Option(flags, description).default(false);

/** An option that may be given several times; its values become a list. */
export function repeatable<Value>(
  flags: string,
  description: string,
  parse?: (text: string, previous: readonly Value[]) => readonly Value[],
): Option {
  const made = new Option(flags, description).default([]);
  return parse === undefined ? made.argParser(collect) : made.argParser(parse);
}

import { Argument, type Command, Option } from 'commander';
import type { RunResult } from '../../../app/exit-code.ts';
import type { Ports } from '../../../app/ports.ts';
import type { Defined } from '../../../model/omit-undefined.ts';

/** Runs a chosen command with its ports. */
export type RunCommand = (ports: Ports) => Promise<RunResult>;

/** Takes the command to run. */
export type Choose = (run: RunCommand) => void;

declare const type: unique symbol;

/**
 * A declaration as data, with the type of the value that the command line makes of it. The type exists only for the
 * compiler. It is in a tuple, so that `undefined` remains a part of it.
 */
export interface Declares<Type> {
  readonly [type]?: readonly [Type];
}

type TypeOf<Declared> = Declared extends Declares<infer Type> ? Type : never;

type AllOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The record that a list of options becomes. */
export type OptionsOf<Options extends readonly Option[]> = AllOf<TypeOf<Options[number]>>;

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/**
 * `autoApprove` for `-y, --auto-approve`; `never` for an option such as `--no-glossary`, which only disables another
 * one.
 */
type MemberOf<Flags extends string> = Flags extends `--no-${string}`
  ? never
  : Flags extends `${string}--${infer Long} ${string}`
    ? CamelCase<Long>
    : Flags extends `${string}--${infer Long}`
      ? CamelCase<Long>
      : never;

type OptionalOption<Flags extends string, Value> = Option & Declares<{ readonly [Name in MemberOf<Flags>]?: Value }>;
type RequiredOption<Flags extends string, Value> = Option & Declares<{ readonly [Name in MemberOf<Flags>]: Value }>;

/** A command as data. */
export interface CommandSpec<Options extends readonly Option[], Places extends Readonly<Record<string, Argument>>> {
  readonly name: string;
  readonly description: string;
  /** Each argument by the member of the options that it becomes, in the order of the command line. */
  readonly arguments?: Places;
  readonly options?: Options;
  readonly examples: readonly string[];
  /**
   * The help below the options: lines are joined up to a blank line; a line that ends in a colon is the heading of the
   * indented lines below it.
   */
  readonly help?: string;
}

type AnySpec = CommandSpec<readonly Option[], Readonly<Record<string, Argument>>>;

/** The options record that the function of a command receives: its options, and its arguments by name. */
export type CommandOptions<Spec extends Declares<unknown>> = TypeOf<Spec>;

/** Declares a command. A missing argument is not a member of the options. */
export const command = <
  const Options extends readonly Option[] = readonly [],
  const Places extends Readonly<Record<string, Argument>> = Readonly<Record<never, Argument>>,
>(
  spec: CommandSpec<Options, Places>,
): AnySpec & Declares<OptionsOf<Options> & Defined<{ readonly [Name in keyof Places]: TypeOf<Places[Name]> }>> => spec;

/** A command of the program. */
export interface Declared {
  readonly name: string;
  /** Adds it to the program. It passes the command to run to `choose`. */
  readonly declare: (program: Command, choose: Choose) => void;
}

/** The help of a command besides its arguments and options. */
interface OwnHelp {
  readonly examples: readonly string[];
  /** The help below the options, in the form that `helpBlocks` reads. */
  readonly notes: string;
  /** Topics that `help` accepts besides commands. */
  readonly topics?: readonly string[];
}

/** Commander can only print such texts, so they are stored here. */
const OWN_HELP = new WeakMap<Command, OwnHelp>();

export const setHelp = (command: Command, help: OwnHelp): void => void OWN_HELP.set(command, help);

export const helpOf = (command: Command): OwnHelp => OWN_HELP.get(command) ?? { examples: [], notes: '' };

function declare(program: Command, spec: AnySpec): Command {
  // The command `help` shows all help.
  const declared = program.command(spec.name).description(spec.description).helpCommand(false);
  setHelp(declared, { examples: spec.examples, notes: spec.help ?? '' });
  return declared;
}

/** A command with other commands below it, and no function of its own. */
export const group = (spec: AnySpec, commands: readonly Declared[]): Declared => ({
  name: spec.name,
  declare(program, choose) {
    const declared = declare(program, spec);
    for (const each of commands) each.declare(declared, choose);
  },
});

/**
 * A command with its function. `load`: loads the function when it is needed, because loading the functions of all
 * commands takes longer than a typical run.
 */
export const runnableSpec = <Options>(
  spec: AnySpec & Declares<Options>,
  load: () => Promise<(options: Options, ports: Ports) => Promise<RunResult>>,
): Declared => ({
  name: spec.name,
  declare(program, choose) {
    const declared = declare(program, spec);
    const places = Object.entries(spec.arguments ?? {});
    for (const [, argument] of places) declared.addArgument(argument);
    for (const option of spec.options ?? []) declared.addOption(option);
    declared.action(() => {
      const values = places.map(([name], index) => [name, declared.processedArgs[index]] as const);
      const named = Object.fromEntries(values.filter(([, value]) => value !== undefined));
      const options = { ...declared.opts(), ...named } as Options;
      choose(async (ports) => (await load())(options, ports));
    });
  },
});

/** Collects the values of a repeatable option. */
export const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

type ArgumentValue<Usage extends string> = Usage extends `${string}...${string}`
  ? readonly string[]
  : Usage extends `[${string}`
    ? string | undefined
    : string;

/** An argument, such as `<term>` or `[text...]`. */
export function argument<Usage extends string>(
  usage: Usage,
  description: string,
  parse?: (text: string, previous: ArgumentValue<Usage>) => ArgumentValue<Usage>,
): Argument & Declares<ArgumentValue<Usage>> {
  const argument = new Argument(usage, description);
  return parse === undefined ? argument : argument.argParser(parse);
}

/** An argument with a fixed set of values. */
export const choiceArgument = <Value extends string>(
  usage: string,
  description: string,
  values: readonly Value[],
): Argument & Declares<Value> => new Argument(usage, description).choices(values);

/** An option with a value, such as `--target <name>`. */
export function option<Flags extends string, Value = string>(
  flags: Flags,
  description: string,
  parse?: (text: string, previous: Value) => Value,
): OptionalOption<Flags, Value>;
export function option<Flags extends string, Value = string>(
  flags: Flags,
  description: string,
  parse: ((text: string, previous: Value) => Value) | undefined,
  initial: Value,
): RequiredOption<Flags, Value>;
export function option<Value>(
  flags: string,
  description: string,
  parse?: (text: string, previous: Value) => Value,
  initial?: Value,
): Option {
  const option = new Option(flags, description).default(initial);
  return parse === undefined ? option : option.argParser(parse);
}

/** An option with a fixed set of values. */
export const choice = <Flags extends string, const Value extends string>(
  flags: Flags,
  description: string,
  values: readonly Value[],
): OptionalOption<Flags, Value> => new Option(flags, description).choices(values);

/** A required option. */
export const mandatory = <Flags extends string>(flags: Flags, description: string): RequiredOption<Flags, string> =>
  new Option(flags, description).makeOptionMandatory();

/** An option without a value; default: false. */
export const booleanOption = <Flags extends string>(
  flags: Flags,
  description: string,
): RequiredOption<Flags, boolean> => new Option(flags, description).default(false);

/** An option that may be given several times; its values become a list. */
export function repeatable<Flags extends string, Value = string>(
  flags: Flags,
  description: string,
  parse?: (text: string, previous: readonly Value[]) => readonly Value[],
): RequiredOption<Flags, readonly Value[]> {
  const option = new Option(flags, description).default([]);
  return parse === undefined ? option.argParser(collect) : option.argParser(parse);
}

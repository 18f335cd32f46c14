import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { commandTable } from './command-table.ts';
import type { ExitCode } from './exit-code.ts';
import type {
  ApplyOptions,
  CompletionOptions,
  InitOptions,
  PlanOptions,
  PullOptions,
  ServeOptions,
  WorkspaceOptions,
} from './options.ts';
import type { CliPorts } from './ports.ts';
import { VERSION } from './version.ts';

const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`a whole number from ${min} to ${max} is needed`);
    return value;
  };

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;

const EXIT_CODES = `
Exit codes:
  0 done, or no changes     1 error or wrong usage    2 changes present (only with --detailed-exitcode)
  3 refused                 4 faults in the files     5 partly applied             130 interrupted
`;

const workspaceOptions = (command: Command): Command =>
  command
    .option('-C, --chdir <dir>', 'the workspace folder (default: the current one)')
    .option('--json', 'print one JSON document and nothing else to standard output', false);

const targetOptions = (command: Command): Command =>
  workspaceOptions(command)
    .option('-t, --target <name>', 'a target of lexform.yaml; may be left out when there is only one')
    .option('--concurrency <n>', 'calls in flight at once (default: from lexform.yaml, else 4)', integer(1, 32));

const planningOptions = (command: Command): Command =>
  targetOptions(command)
    .option(
      '--only <address>',
      'only resources whose address matches, such as glossary.product or "glossary.*" (repeatable)',
      collect,
      [],
    )
    .option('--allow-delete <address>', 'consent to the deletion of what matches (repeatable)', collect, [])
    .option(
      '--max-deletes <n>',
      'entries, rules or instructions that one part may lose without more consent',
      integer(0, 1_000_000_000),
    )
    .option('--full', 'show every term, however many', false);

/** What a command is given: where it stands and what was asked for. */
export type Run = (ports: CliPorts) => Promise<ExitCode>;

/**
 * The command table. Each action only hands over the sentence to run: its module is loaded when it is needed, since loading everything costs more than
 * many a command takes.
 */
export function makeProgram(choose: (run: Run) => void): Command {
  const program = new Command('lexform')
    .description(
      'Terminology and style as code: glossaries and style rules in git, planned and applied to a translation service.',
    )
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .addHelpText(
      'after',
      `${examples('lexform init my-terms', 'lexform plan', 'lexform apply')}${EXIT_CODES}\nlexform help COMMAND tells more of a command.`,
    )
    .showSuggestionAfterError();

  workspaceOptions(program.command('init').argument('[dir]', 'folder to write to (default: the current one)'))
    .description('write a small working workspace')
    .option('--force', 'overwrite files that exist', false)
    .addHelpText('after', examples('lexform init my-terms && cd my-terms && lexform plan'))
    .action((dir: string | undefined, options: InitOptions) => {
      const chosen = dir === undefined ? options : { ...options, chdir: dir };
      choose(async (ports) => (await import('./commands/init.ts')).init(chosen, ports));
    });

  workspaceOptions(program.command('validate'))
    .description('check the files, offline: every fault with file, line and column')
    .addHelpText(
      'after',
      `${examples('lexform validate', 'lexform validate --json > findings.json')}\nExits 4 when there are errors, 0 when there are none or only warnings.\n`,
    )
    .action((options: WorkspaceOptions) =>
      choose(async (ports) => (await import('./commands/validate.ts')).validate(options, ports)),
    );

  planningOptions(program.command('plan'))
    .description('show what apply would change, term by term; changes nothing')
    .option('-o, --out <file>', 'save the plan, for review or for "lexform apply FILE"')
    .option('--detailed-exitcode', 'exit 2 when there are changes', false)
    .option('--unmanaged', 'list what the service has and no file names', false)
    .addHelpText(
      'after',
      examples(
        'lexform plan',
        'lexform plan --target prod-eu --out plan.json --detailed-exitcode',
        "lexform plan --only 'glossary.product/*' --full",
        'lexform plan --allow-delete glossary.old-terms',
      ),
    )
    .action((options: PlanOptions) =>
      choose(async (ports) => (await import('./commands/plan.ts')).plan(options, ports)),
    );

  planningOptions(
    program.command('apply').argument('[plan]', 'a plan saved by "lexform plan --out"; left out: plan now'),
  )
    .description('make the service agree with the files, with the fewest calls')
    .option('-y, --auto-approve', 'do not ask; needed where there is no terminal', false)
    .addHelpText(
      'after',
      `${examples('lexform apply', 'lexform apply plan.json --auto-approve', 'lexform apply --auto-approve --allow-delete glossary.product/en-\\>fr')}${EXIT_CODES}`,
    )
    .action((plan: string | undefined, options: ApplyOptions) => {
      const chosen = plan === undefined ? options : { ...options, plan };
      choose(async (ports) => (await import('./commands/apply.ts')).apply(chosen, ports));
    });

  targetOptions(
    program.command('pull').argument('[address...]', 'addresses or patterns of what to pull (default: everything)'),
  )
    .description('write glossaries and style lists of a live target into files')
    .option('--force', 'overwrite files that exist', false)
    .addHelpText(
      'after',
      examples(
        'lexform pull --target prod-eu',
        "lexform pull 'glossary.*'",
        'lexform pull style_rules.marketing-de --force',
      ),
    )
    .action((addresses: readonly string[], options: Omit<PullOptions, 'addresses'>) =>
      choose(async (ports) => (await import('./commands/pull.ts')).pull({ ...options, addresses }, ports)),
    );

  program
    .command('serve')
    .description('run the embedded translation support service, for trying things and for tests')
    .option('-p, --port <n>', 'port; 0 takes a free one', integer(0, 65_535), 7878)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--data <dir>', 'keep the data in this folder (default: in memory)')
    .option(
      '--key <key>',
      'a key that opens an account of its own, or KEY:free for one on the free plan (repeatable)',
      collect,
      [],
    )
    .option(
      '--admin-key <key>',
      "an admin key for the account of the first --key, the next for the second's (repeatable)",
      collect,
      [],
    )
    .option('--keys <file>', 'YAML or JSON list of keys: key, plan, account, admin, label, scopes, region, deactivated')
    .option(
      '--seed <dir>',
      'start with the glossaries and style lists of this workspace, in the account of the first key',
    )
    .option('--region <name>', 'stand for a regional data centre, which shares nothing with others')
    .option(
      '--scheme <word>',
      'the word before a key in the header (repeatable; default: Service-Auth-Key and DeepL-Auth-Key)',
      collect,
      [],
    )
    .option('--compat', 'answer as official clients expect where they and the description disagree', false)
    .option('--faults <file>', 'YAML or JSON list of faults to make')
    .option('--faults-path', 'let faults be read and set, without a key, at /-/faults (GET, PUT, DELETE)', false)
    .option('-q, --quiet', 'no request log', false)
    .addHelpText(
      'after',
      examples(
        'lexform serve',
        'lexform serve --port 0 --data ./service-data --key my-key --admin-key my-admin-key',
        'lexform serve --seed . --faults-path',
        'lexform serve --compat',
      ),
    )
    .action((options: ServeOptions) =>
      choose(async (ports) => (await import('./commands/serve.ts')).serve(options, ports)),
    );

  program
    .command('completion')
    .addArgument(new Argument('[shell]', 'the shell that completes').choices(['bash', 'zsh', 'fish']))
    .description('print a script that completes commands, options and names of the workspace')
    .addOption(new Option('--list <what>', 'names of the workspace').choices(['targets', 'addresses']).hideHelp())
    .addOption(new Option('-C, --chdir <dir>', 'the workspace folder').hideHelp())
    .addHelpText(
      'after',
      `${examples('source <(lexform completion bash)', 'lexform completion zsh > ~/.zfunc/_lexform', 'lexform completion fish > ~/.config/fish/completions/lexform.fish')}
The first line belongs in ~/.bashrc. For zsh, ~/.zfunc must be in $fpath before compinit; or put "source <(lexform completion zsh)" behind it.
`,
    )
    .action((shell: CompletionOptions['shell'], options: CompletionOptions) => {
      const chosen = shell === undefined ? options : { ...options, shell };
      choose(async (ports) =>
        (await import('./commands/completion.ts')).completion(chosen, commandTable(program), ports),
      );
    });

  return program;
}

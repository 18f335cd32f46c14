import {
  argument,
  booleanOption,
  type CommandOptions,
  choiceArgument,
  command,
  option,
  repeatable,
} from './command.ts';
import { integer } from './common-options.ts';

export const helpCommand = command({
  name: 'help',
  description: 'show the help of a command or a topic',
  arguments: { words: argument('[command...]', 'a command, or a topic that the help lists') },
  examples: ['lexform help plan', 'lexform help voice translate', 'lexform help exit-codes'],
});

export type HelpOptions = CommandOptions<typeof helpCommand>;

export const completionCommand = command({
  name: 'completion',
  description: 'print a shell completion script for commands, options and the names of the workspace',
  arguments: {
    shell: choiceArgument('<shell>', 'bash, zsh, fish or powershell', ['bash', 'zsh', 'fish', 'powershell']),
  },
  examples: [
    'source <(lexform completion bash)',
    'lexform completion zsh > ~/.zfunc/_lexform',
    'lexform completion fish > ~/.config/fish/completions/lexform.fish',
    'lexform completion powershell | Out-String | Invoke-Expression',
  ],
  help: `
For bash, add the first line to ~/.bashrc.
For zsh, put ~/.zfunc into $fpath before compinit, or run "source <(lexform completion zsh)" after compinit.
For PowerShell, add the last line to the file that $PROFILE names.
`,
});

export type CompletionOptions = CommandOptions<typeof completionCommand>;

export const serveCommand = command({
  name: 'serve',
  description: 'run the embedded service, for trials and tests',
  options: [
    option('-p, --port <n>', 'port to listen on, 0 to 65535; 0 chooses a free port', integer(0, 65_535), 7878),
    option('--host <host>', 'address to listen on', undefined, '127.0.0.1'),
    option('--data <dir>', 'store the data in this folder (default: in memory)'),
    repeatable('--key <key>', 'API key with its own account; KEY:free makes a free account (repeatable)'),
    repeatable(
      '--admin-key <key>',
      'admin key: the first one for the account of the first --key, the second one for the second (repeatable)',
    ),
    option('--keys <file>', 'YAML or JSON list of keys: key, plan, account, admin, label, scopes, region, deactivated'),
    option('--seed <dir>', 'create the glossaries and style lists of this workspace in the account of the first key'),
    repeatable(
      '--language <code>',
      'support this language too, for translation, glossaries and style rules (repeatable)',
    ),
    option(
      '--rule-catalog <file>',
      'OpenAPI document with the configured rules (default: from the --seed workspace, else the built-in catalogue)',
    ),
    option('--region <name>', 'act as the data centre of this region, which shares nothing with others'),
    repeatable(
      '--scheme <word>',
      'accepted word before the key in the header (default: Service-Auth-Key and DeepL-Auth-Key; repeatable)',
    ),
    booleanOption('--compat', 'answer as official clients expect if they differ from the API description'),
    option('--faults <file>', 'YAML or JSON list of faults to inject'),
    repeatable('--fault <yaml>', "fault to inject, such as 'kind: status, status: 429, calls: [1, 3]' (repeatable)"),
    booleanOption('--faults-path', 'allow reading and setting faults at /-/faults (GET, PUT, DELETE) without a key'),
    booleanOption('--events-path', 'allow listing notifications and audit events at /-/events without a key'),
    booleanOption('-q, --quiet', 'log no requests, notifications and audit events'),
  ],
  examples: [
    'lexform serve',
    'lexform serve --port 0 --data ./service-data --key my-key --admin-key my-admin-key',
    'lexform serve --seed . --faults-path',
    "lexform serve --fault 'kind: delay, milliseconds: 200' --fault 'kind: reset-after, method: POST, calls: [2]'",
    'lexform serve --compat',
  ],
  help: `
Without --key, --admin-key and --keys, the command prints the default keys. It never prints the keys that you pass.

With --compat, you can run official clients and their tests against the service. A GET may have a body, English and
Afrikaans are target languages, and one translation memory exists. The header mock-server-session names a session;
mock-server-session-429-count, -5xx-count, -no-response-count, -init-character-limit, -init-document-limit and
-init-team-document-limit set the faults and limits of its calls.

The log has a line for each request, for each notification (a limit of a developer key reached 80% or 100%) and for
each audit event (a developer key was created, renamed or deactivated, or its limits changed). With --events-path,
GET /-/events lists the notifications and audit events of all accounts by time.

The service translates no documents and improves no texts, so document_translation_characters and
text_improvement_characters of the usage are always 0.

Ctrl-C stops the service: it accepts no new connection, and calls in flight have ten seconds to finish.
A second Ctrl-C stops it at once.
`,
});

export type ServeOptions = CommandOptions<typeof serveCommand>;

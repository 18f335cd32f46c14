import type { Command } from 'commander';
import { type Choose, collect, examples, integer } from './common-options.ts';
import type { ServeOptions } from './options.ts';

/** The embedded service as a command. */
export function declareServe(program: Command, choose: Choose): void {
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
    .option(
      '--language <code>',
      'have this language too, for translation, glossaries and style rules, as a service that has grown (repeatable)',
      collect,
      [],
    )
    .option(
      '--rule-catalog <file>',
      'OpenAPI document with the rules that the service knows (default: that of the --seed workspace, else the built-in catalogue)',
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
    .option(
      '--fault <yaml>',
      "a fault to make, such as 'kind: status, status: 429, calls: [1, 3]' (repeatable)",
      collect,
      [],
    )
    .option('--faults-path', 'let faults be read and set, without a key, at /-/faults (GET, PUT, DELETE)', false)
    .option('-q, --quiet', 'no request log', false)
    .addHelpText(
      'after',
      `${examples(
        'lexform serve',
        'lexform serve --port 0 --data ./service-data --key my-key --admin-key my-admin-key',
        'lexform serve --seed . --faults-path',
        "lexform serve --fault 'kind: delay, milliseconds: 200' --fault 'kind: reset-after, method: POST, calls: [2]'",
        'lexform serve --compat',
      )}
It prints its own keys when you give none. A key that you give is not printed.

With --compat, official clients and their own tests can run against it: a GET may have a body, English and Afrikaans are targets, one translation memory is there,
and the headers mock-server-session and mock-server-session-429-count, -5xx-count, -no-response-count, -init-character-limit, -init-document-limit and
-init-team-document-limit set what the calls of a session meet.
Ctrl-C ends it: no new connections, and calls in flight have ten seconds to end before they are cut off. A second Ctrl-C ends it at once.
`,
    )
    .action((options: ServeOptions) =>
      choose(async (ports) => (await import('../commands/serve.ts')).serve(options, ports)),
    );
}

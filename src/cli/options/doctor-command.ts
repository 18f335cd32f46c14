import type { Command } from 'commander';
import { type Choose, examples, targetOptions } from './common-options.ts';
import type { TargetOptions } from './options.ts';

/** Declares `doctor`. */
export function declareDoctor(program: Command, choose: Choose): void {
  targetOptions(
    program.command('doctor'),
    'a target of lexform.yaml, a comma-separated list (eu,us) or all (default: all)',
  )
    .description('check what apply needs: address, API key and its rights, ledger, lock, files, versions and clock')
    .addHelpText(
      'after',
      `${examples('lexform doctor', 'lexform doctor --target prod-eu', 'lexform doctor --json')}
The command makes only read calls, each once, and writes nothing.
Each check is ok, a note, a warning or an error, followed by what to do.
With --json: { "formatVersion": 1, "canApply", "workspace": [CHECK], "targets": [{ "target", "checks": [CHECK] }] },
where CHECK is { "area", "level", "code", "message", "remedy", "details" }.

Exit codes:
  0 no check is an error    1 a check is an error, or wrong usage    130 interrupted
`,
    )
    .action((options: TargetOptions) =>
      choose(async (ports) => (await import('../commands/doctor.ts')).doctor(options, ports)),
    );
}

import type { Command } from 'commander';
import { type Choose, examples, targetOptions } from './common-options.ts';
import type { TargetOptions } from './options.ts';

/** Whether an apply could work. */
export function declareDoctor(program: Command, choose: Choose): void {
  targetOptions(program.command('doctor'), 'a target of lexform.yaml, several (eu,us) or all (default: all)')
    .description('check what an apply needs: address, key and its rights, ledger and lock, files, versions, clock')
    .addHelpText(
      'after',
      `${examples('lexform doctor', 'lexform doctor --target prod-eu', 'lexform doctor --json')}
Only reading calls are made, each once, and nothing is written. Each line is ok, a note, a warning or an error; below it stands what to do. With --json:
{ "formatVersion": 1, "canApply", "workspace": [CHECK], "targets": [{ "target", "checks": [CHECK] }] }, where CHECK is { "area", "level", "code", "message",
"remedy", "details" }.

Exit codes:
  0 an apply can work, as far as reading shows    1 it cannot: there is an error, or wrong usage    130 interrupted
`,
    )
    .action((options: TargetOptions) =>
      choose(async (ports) => (await import('../commands/doctor.ts')).doctor(options, ports)),
    );
}

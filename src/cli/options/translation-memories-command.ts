import type { Command } from 'commander';
import { type Choose, examples, targetOptions } from './common-options.ts';
import type { TargetOptions } from './options.ts';

/** Declares `translation-memories`. */
export function declareTranslationMemories(program: Command, choose: Choose): void {
  targetOptions(program.command('translation-memories'))
    .description('list the translation memories of the target with id, name, languages and segments')
    .addHelpText(
      'after',
      `${examples(
        'lexform translation-memories',
        'lexform translation-memories --json',
        'lexform translate --from en --to de --translation-memory "Website" "Sign in"',
      )}
Lexform lists translation memories and translates with them. It does not create or change them.
`,
    )
    .action((options: TargetOptions) =>
      choose(async (ports) =>
        (await import('../commands/service/translation-memories.ts')).translationMemories(options, ports),
      ),
    );
}

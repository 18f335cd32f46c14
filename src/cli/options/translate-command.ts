import { type Command, Option } from 'commander';
import { type Choose, collect, examples, integer, targetOptions } from './common-options.ts';
import type { TranslateOptions } from './options.ts';

const MODELS = ['quality_optimized', 'prefer_quality_optimized', 'latency_optimized'];
const FORMALITIES = ['default', 'more', 'less', 'prefer_more', 'prefer_less'];

const TAGS = ['xml', 'html'];
const TAG_VERSIONS = ['v1', 'v2'];

/** Declares `translate`. */
export function declareTranslate(program: Command, choose: Choose): void {
  targetOptions(
    program
      .command('translate')
      .argument('[text...]', 'texts, one line of output for each; "-" or nothing: standard input, as one text'),
  )
    .description('translate a text with the terms and the style of the workspace, to try them')
    .requiredOption('--to <language>', 'target language, such as de or pt-BR')
    .option('--from <language>', 'source language (default: detected; a glossary needs it)')
    .option(
      '-g, --glossary <address>',
      'use this glossary, such as glossary.product (default: that of the files, where one dictionary fits)',
    )
    .option('--no-glossary', 'use no glossary')
    .option('-s, --style <address>', 'use this style list, such as style_rules.marketing-de')
    .option('-F, --file <file>', 'translate this file, as one text')
    .option('-o, --out <file>', 'write the translation to this file, as it is, instead of standard output')
    .option('-i, --instruction <text>', 'an instruction for this translation alone (repeatable)', collect, [])
    .addOption(new Option('--model <type>', 'kind of model').choices(MODELS))
    .addOption(new Option('--formality <degree>', 'where the target language has it').choices(FORMALITIES))
    .option('-m, --translation-memory <memory>', 'use this translation memory, by its id or its name')
    .option('--memory-threshold <percent>', 'least likeness of a segment of the memory', integer(0, 100))
    .addOption(new Option('--tag-handling <kind>', 'keep the tags of a text that is XML or HTML').choices(TAGS))
    .addOption(new Option('--tag-handling-version <version>', 'how tags are handled').choices(TAG_VERSIONS))
    .addHelpText(
      'after',
      `${examples(
        'lexform translate --to de "Sign in to check out"',
        'lexform translate --from en --to de --glossary glossary.product "Your basket is empty"',
        'lexform translate --to de --style style_rules.marketing-de --file draft.txt --out draft.de.txt',
        'lexform translate --to de --tag-handling html --file page.html --out page.de.html',
        'git log -1 --format=%B | lexform translate --to fr --instruction "Keep code as it is"',
      )}
The translation goes to standard output, and a line that says what was used to standard error. Texts of any length are sent in several calls.
On standard output control characters are shown, as ⟨U+001B⟩; where CI is set, as in a pipeline, invisible characters are shown as well and log commands
are broken, so that the text of a service can steer neither a terminal nor a log. --out FILE writes the text as it is, once it is whole.
A glossary or style list must be on the service: run "lexform apply" before. Where no glossary is named and exactly one dictionary of the files is into the target
language (and from --from, where that is given), it is used, with its source language, and the line says so.
"lexform translation-memories" lists translation memories. With --tag-handling, each text must fit into one call (128 KiB).
`,
    )
    .action((texts: readonly string[], options: Omit<TranslateOptions, 'texts'>) =>
      choose(async (ports) =>
        (await import('../commands/service/translate.ts')).translate({ ...options, texts }, ports),
      ),
    );
}

import { MEMORY_THRESHOLD } from '../../../contract/limits.ts';
import { argument, choice, command, mandatory, option, repeatable } from './command.ts';
import { integer, targetOptions } from './common-options.ts';

const MODELS = ['quality_optimized', 'prefer_quality_optimized', 'latency_optimized'] as const;
const FORMALITIES = ['default', 'more', 'less', 'prefer_more', 'prefer_less'] as const;

export const translateCommand = command({
  name: 'translate',
  description: 'translate texts with a glossary and a style list of the workspace, to test them',
  arguments: {
    texts: argument('[text...]', 'texts, each printed on its own line; "-" or none: standard input as one text'),
  },
  options: [
    ...targetOptions(),
    mandatory('--to <language>', 'target language, such as de or pt-BR'),
    option('--from <language>', 'source language; required with a glossary (default: detected)'),
    option<'-g, --glossary <address>', string | false>(
      '-g, --glossary <address>',
      'use this glossary, such as glossary.product (default: the only matching one of the files)',
    ),
    option('--no-glossary', 'translate without a glossary'),
    option('-s, --style <address>', 'use this style list, such as style_rules.marketing-de'),
    option('-F, --file <file>', 'translate this file as one text'),
    option('-o, --out <file>', 'write the unchanged translation to this file instead of standard output'),
    repeatable('-i, --instruction <text>', 'custom instruction for this translation (repeatable)'),
    choice('--model <type>', 'model to use', MODELS),
    choice('--formality <degree>', 'formality, for target languages that support it', FORMALITIES),
    option('-m, --translation-memory <memory>', 'use this translation memory, by id or name'),
    option(
      '--memory-threshold <percent>',
      'minimum match of a segment of the memory, 0 to 100',
      integer(MEMORY_THRESHOLD.min, MEMORY_THRESHOLD.max),
    ),
    choice('--tag-handling <kind>', 'preserve the tags of XML or HTML texts', ['xml', 'html']),
    choice('--tag-handling-version <version>', 'version of the tag handling', ['v1', 'v2']),
  ],
  examples: [
    'lexform service translate --to de "Sign in to check out"',
    'lexform service translate --from en --to de --glossary glossary.product "Your basket is empty"',
    'lexform service translate --to de --style style_rules.marketing-de --file draft.txt --out draft.de.txt',
    'lexform service translate --to de --tag-handling html --file page.html --out page.de.html',
    'git log -1 --format=%B | lexform service translate --to fr --instruction "Keep code as it is"',
  ],
  help: `
The translation is written to standard output.
One line on standard error names the glossary, the style list and the memory that were used.
Lexform splits long texts into several calls. With --tag-handling, each text must fit into one call (128 KiB).
Standard output shows control characters, such as ⟨U+001B⟩.
In CI it also shows invisible characters and breaks log commands.
So a translation cannot control a terminal or a log. --out FILE writes the unchanged text once it is complete.
The glossary and the style list must exist on the service: run "lexform apply" first.
Without --glossary, Lexform uses the only dictionary of the files into the target language, with its source language.
"lexform service memories" lists translation memories.
`,
});

export const translationMemoriesCommand = command({
  name: 'memories',
  description: 'list the translation memories of the target with id, name, languages and segments',
  options: targetOptions(),
  examples: [
    'lexform service memories',
    'lexform service memories --json',
    'lexform service translate --from en --to de --translation-memory "Website" "Sign in"',
  ],
  help: `
Lexform lists translation memories and translates with them. It does not create or change them.
`,
});

import { grouped } from '../../src/model/grouped.ts';
import { capitalised } from '../../src/review/format/text.ts';
import { type CommandEntry, type OptionEntry, optionWords } from '../../src/shells/cli/completion/command-table.ts';
import { namesOf } from '../../src/shells/cli/completion/completion-words.ts';
import { type HelpBlock, type HelpItem, helpBlocks } from '../../src/shells/cli/help/help-blocks.ts';
import { codeCell, plainMarkdown } from '../support/pages.ts';

const nameOf = ({ path }: CommandEntry): string => ['lexform', ...path].join(' ');

/** Without the commands that only show help. */
const commandsBelow = ({ commands }: CommandEntry): readonly CommandEntry[] =>
  commands.filter(({ path }) => path.at(-1) !== 'help');

const usageOf = (entry: CommandEntry): string =>
  [
    nameOf(entry),
    ...(commandsBelow(entry).length > 0 ? ['COMMAND'] : []),
    ...entry.arguments.map(({ placeholder }) => placeholder),
    ...(entry.options.length > 0 ? ['[options]'] : []),
  ].join(' ');

function optionRow(option: OptionEntry): string {
  const names = namesOf(option).join(', ');
  const shown = option.placeholder === undefined ? names : `${names} ${option.placeholder}`;
  return `| ${codeCell(shown)} | ${plainMarkdown(optionWords(option))} |`;
}

const table = (heads: string, rows: readonly string[]): readonly string[] =>
  rows.length === 0 ? [] : [[heads, '| --- | --- |', ...rows].join('\n')];

/** A line of a list of the help, without the sentence around it. */
const itemMarkdown = ({ term, text }: HelpItem): string =>
  term === undefined ? `- ${plainMarkdown(text)}` : `- ${codeCell(term)}: ${plainMarkdown(text)}`;

const blockMarkdown = (block: HelpBlock): string =>
  block.kind === 'prose'
    ? plainMarkdown(block.text)
    : [`${plainMarkdown(block.heading)}:`, '', ...block.items.map(itemMarkdown)].join('\n');

/** A text of the help whose list becomes a table. `head`: what the terms of the list are. */
export const blocksMarkdown = (help: string, head: string): string =>
  helpBlocks(help)
    .map((block) => {
      if (block.kind === 'prose') return plainMarkdown(block.text);
      const rows = block.items.map(({ term = '', text }) => {
        const terms = term.split(', ').map(codeCell).join(', ');
        return `| ${terms} | ${plainMarkdown(text)} |`;
      });
      return [`| ${head} | means |`, '| --- | --- |', ...rows].join('\n');
    })
    .join('\n\n');

const codeBlock = (language: string, text: string): string => ['```'.concat(language), text, '```'].join('\n');

/** A section for a command, and one for each command below it. */
function sectionOf(entry: CommandEntry): readonly string[] {
  const { arguments: places, options, description, examples, notes } = entry;
  return [
    `${'#'.repeat(entry.path.length + 2)} ${nameOf(entry)}`,
    `${capitalised(plainMarkdown(description))}.`,
    codeBlock('text', usageOf(entry)),
    ...(examples.length === 0 ? [] : [codeBlock('sh', examples.join('\n'))]),
    ...table(
      '| argument | is |',
      places
        .filter((place) => place.description !== '')
        .map((place) => `| ${codeCell(place.placeholder)} | ${plainMarkdown(place.description)} |`),
    ),
    ...table('| option | does |', options.filter(({ long }) => long !== '--help').map(optionRow)),
    ...helpBlocks(notes).map(blockMarkdown),
    ...commandsBelow(entry).flatMap(sectionOf),
  ];
}

const anchorOf = (entry: CommandEntry): string => nameOf(entry).replaceAll(' ', '-');

/** The contents, then a section for each command, by the groups of the help. */
export function commandsMarkdown(program: CommandEntry): string {
  const groups = [...grouped(commandsBelow(program), ({ group = 'Commands' }) => group.replace(/:$/, ''))];
  const contents = groups.flatMap(([title, entries]) => [
    `**${title}**`,
    [
      '| command | does |',
      '| --- | --- |',
      ...entries.map(
        (entry) => `| [${codeCell(nameOf(entry))}](#${anchorOf(entry)}) | ${plainMarkdown(entry.description)} |`,
      ),
    ].join('\n'),
  ]);
  const sections = groups.flatMap(([title, entries]) => [`## ${title}`, ...entries.flatMap(sectionOf)]);
  return [...contents, ...sections].join('\n\n');
}

import { grouped } from '../../src/model/lists.ts';
import { capitalised } from '../../src/review/format/text.ts';
import {
  type CommandEntry,
  namesOf,
  type OptionEntry,
  optionWords,
} from '../../src/shells/cli/completion/command-table.ts';
import { type HelpBlock, type HelpItem, helpBlocks } from '../../src/shells/cli/help/help-text.ts';
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

/** Minimum number of commands with the same option or note that make it a shared one. */
const SHARED_MIN_OPTIONS = 4;
const SHARED_MIN_NOTES = 2;

/** The parts that several commands have in common, described once. */
interface Shared {
  /** The row of each shared option, by its names. */
  readonly rows: readonly OptionEntry[];
  /** Shared notes as markdown, in the order of the commands. */
  readonly notes: readonly string[];
}

/** The heading of a shared note, by its first words. */
const NOTE_HEADINGS: Readonly<Record<string, string>> = {
  '--since compares': 'Only changed resources',
  '--workspaces runs': 'Several workspaces',
  'Several targets run': 'Several targets',
  'Exit codes:\n\n- `0`: all results': 'Exit codes of voice jobs',
  'Exit codes': 'Exit codes',
  'Ctrl-C': 'Interruptions',
};

const headingOf = (note: string): string => {
  const start = Object.keys(NOTE_HEADINGS).find((words) => note.startsWith(words));
  if (start === undefined) throw new Error(`NOTE_HEADINGS has no heading of this note: ${note}`);
  return NOTE_HEADINGS[start] ?? '';
};

const withNested = (entry: CommandEntry): readonly CommandEntry[] => [
  entry,
  ...commandsBelow(entry).flatMap(withNested),
];

/** The first of the equal values that occur often enough. */
const repeated = <Value>(values: readonly Value[], keyOf: (value: Value) => string, min: number): readonly Value[] =>
  [...grouped(values, keyOf).values()].flatMap((group) => (group.length >= min ? group.slice(0, 1) : []));

function sharedParts(entries: readonly CommandEntry[]): Shared {
  const options = entries.flatMap((entry) => entry.options.filter(({ long }) => long !== '--help'));
  const notes = entries.flatMap(({ notes }) => helpBlocks(notes).map(blockMarkdown));
  return {
    rows: repeated(options, optionRow, SHARED_MIN_OPTIONS),
    notes: repeated(notes, (note) => note, SHARED_MIN_NOTES),
  };
}

const linkTo = (heading: string): string => `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`;

/** The shared options of a command by name, and links to its shared notes. */
function sharedLines({ options, notes }: CommandEntry, shared: Shared): readonly string[] {
  const rows = new Set(shared.rows.map(optionRow));
  const names = options.filter((option) => rows.has(optionRow(option))).map(({ long }) => codeCell(long ?? ''));
  const links = helpBlocks(notes)
    .map(blockMarkdown)
    .filter((note) => shared.notes.includes(note))
    .map((note) => linkTo(headingOf(note)));
  return [
    ...(names.length === 0 ? [] : [`${linkTo('Shared options')}: ${names.join(', ')}.`]),
    ...(links.length === 0 ? [] : [`See also: ${links.join(', ')}.`]),
  ];
}

/** A section for a command, and one for each command below it. */
function sectionOf(entry: CommandEntry, shared: Shared): readonly string[] {
  const { arguments: places, options, description, examples, notes } = entry;
  const sharedRows = new Set(shared.rows.map(optionRow));
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
    ...table(
      '| option | does |',
      options
        .filter(({ long }) => long !== '--help')
        .map(optionRow)
        .filter((row) => !sharedRows.has(row)),
    ),
    ...helpBlocks(notes)
      .map(blockMarkdown)
      .filter((note) => !shared.notes.includes(note)),
    ...sharedLines(entry, shared),
    ...commandsBelow(entry).flatMap((each) => sectionOf(each, shared)),
  ];
}

const anchorOf = (entry: CommandEntry): string => nameOf(entry).replaceAll(' ', '-');

/** The contents, the shared options and notes, then a section for each command, by the groups of the help. */
export function commandsMarkdown(program: CommandEntry): string {
  const shared = sharedParts(commandsBelow(program).flatMap(withNested));
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
  const sharedSections = [
    '## Shared options',
    'Several commands have these options. Each command lists the ones that it has.',
    ...table('| option | does |', shared.rows.map(optionRow)),
    ...shared.notes.flatMap((note) => [`### ${headingOf(note)}`, note.replace(/^Exit codes:\n\n/, '')]),
  ];
  const sections = groups.flatMap(([title, entries]) => [
    `## ${title}`,
    ...entries.flatMap((entry) => sectionOf(entry, shared)),
  ]);
  return [...contents, ...sharedSections, ...sections].join('\n\n');
}

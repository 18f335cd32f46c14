import { ENVIRONMENT, EXIT_CODES } from '../options/common-options.ts';

/** A file that Lexform reads or writes. */
interface WorkspaceFile {
  /** The path that `lexform init` uses; a word in capitals is a placeholder for any name. */
  readonly path: string;
  readonly holds: string;
  /** True: people edit it and keep it in git. */
  readonly isEdited: boolean;
  /** Its page in `docs/formats`. */
  readonly page: string;
}

const editedFile = (path: string, holds: string, page: string): WorkspaceFile => ({
  path,
  holds,
  isEdited: true,
  page,
});
const writtenFile = (path: string, holds: string, page: string): WorkspaceFile => ({
  path,
  holds,
  isEdited: false,
  page,
});

/** The files that the help and `docs/formats/README.md` list. */
export const WORKSPACE_FILES: readonly WorkspaceFile[] = [
  editedFile('lexform.yaml', 'targets, the files of the resources, and limits of an apply', 'workspace.md'),
  editedFile(
    'glossaries/NAME/glossary.yaml',
    'a glossary: its name on the service and how to read its tables',
    'glossary.md',
  ),
  editedFile('glossaries/NAME/en-de.csv', 'its terms from English into German, one for each row', 'dictionaries.md'),
  editedFile('glossaries/NAME/terms.csv', 'its terms in several languages, one column for each', 'dictionaries.md'),
  editedFile('style-rules/NAME.yaml', 'a style list: rules and instructions for one language', 'style-lists.md'),
  editedFile('developer-keys.yaml', 'developer keys: labels and limits', 'developer-keys.md'),
  editedFile('lint-baseline.json', 'earlier lint findings, which are no longer shown', 'glossary.md'),
  writtenFile('plan.json', 'a saved plan, from "lexform plan --out plan.json"', 'plan.md'),
  writtenFile(
    '.lexform/ledger',
    'the ledger outside a git repository; inside one, it is stored in git refs',
    'ledger.md',
  ),
  writtenFile('backup.json', 'describes a folder that "lexform backup" wrote', 'backup.md'),
  writtenFile('NAME.voice.json', 'the receipt of a voice job', 'voice-receipt.md'),
];

/** A topic of `lexform help`, besides the commands. */
export interface HelpTopic {
  /** The word after `lexform help`. */
  readonly name: string;
  readonly title: string;
  /** In the form that `helpBlocks` reads. */
  readonly text: string;
}

const listOf = (files: typeof WORKSPACE_FILES): string =>
  files.map(({ path, holds }) => `  ${path}  ${holds}\n`).join('');

const isEditedFile = ({ isEdited }: WorkspaceFile): boolean => isEdited;

const FILES = `
A folder with a lexform.yaml is a workspace. Commands also find it from its sub-folders.

Files that people edit, in git:
${listOf(WORKSPACE_FILES.filter(isEditedFile))}
Other files:
${listOf(WORKSPACE_FILES.filter((file) => !isEditedFile(file)))}
lexform.yaml names the files of resources; the list has the places that "lexform init" uses. The name of a file or
folder is the address of its resource: glossaries/product/en-de.csv is glossary.product/en->de.
"lexform validate" checks all of them and "lexform fmt" formats them.
`;

export const HELP_TOPICS: readonly HelpTopic[] = [
  { name: 'files', title: 'the files of a workspace', text: FILES },
  { name: 'exit-codes', title: 'the exit codes of commands', text: EXIT_CODES },
  { name: 'environment', title: 'the environment variables that Lexform reads', text: ENVIRONMENT },
];

import { ENVIRONMENT, EXIT_CODES } from '../options/common-options.ts';
import { WORKSPACE_FILES } from './workspace-files.ts';

/** What `lexform help` shows apart from commands. */
export interface HelpTopic {
  /** The word behind `lexform help`. */
  readonly name: string;
  readonly title: string;
  /** In the form that `helpBlocks` reads. */
  readonly text: string;
}

const listOf = (files: typeof WORKSPACE_FILES): string =>
  files.map(({ path, holds }) => `  ${path}  ${holds}\n`).join('');

const isKept = ({ kept }: { readonly kept: boolean }): boolean => kept;

const FILES = `
A folder with a lexform.yaml is a workspace. Every command finds it from the folders below.

Files that people edit, in git:
${listOf(WORKSPACE_FILES.filter(isKept))}
Other files:
${listOf(WORKSPACE_FILES.filter((file) => !isKept(file)))}
lexform.yaml says where the files of resources are; these are the places that "lexform init" chooses. The name of a file
or folder is the address of its resource: glossaries/product/en-de.csv is glossary.product/en->de.
"lexform validate" checks all of them and "lexform fmt" formats them.
`;

export const HELP_TOPICS: readonly HelpTopic[] = [
  { name: 'files', title: 'the files of a workspace', text: FILES },
  { name: 'exit-codes', title: 'what the exit code of a command means', text: EXIT_CODES },
  { name: 'environment', title: 'the environment variables that Lexform reads', text: ENVIRONMENT },
];

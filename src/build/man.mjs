// Bundled and run by build.mjs: writes the manual page and the help of the program, made from the command table itself.
import { writeFileSync } from 'node:fs';
import { VERSION } from '../model/workspace/project.ts';
import { manPage } from '../shells/cli/completion/man-page.ts';
import { helpText } from '../shells/cli/help/help-text.ts';
import { HELP_TOPICS } from '../shells/cli/help/help-topics.ts';
import { programTable } from '../shells/cli/program.ts';
import { UNKNOWN_WIDTH } from '../shells/cli/terminal-facts.ts';

const table = programTable();
writeFileSync('dist/lexform.1', manPage(table, HELP_TOPICS, VERSION));

// The help for output that is not a terminal. Creating it would be the largest part of a start.
writeFileSync('dist/help.txt', helpText(table, UNKNOWN_WIDTH));

// Bundled and run by build.mjs: writes the manual page and the help of the program, made from the command table itself.
import { writeFileSync } from 'node:fs';
import { commandTable } from '../cli/completion/command-table.ts';
import { manPage } from '../cli/completion/man-page.ts';
import { makeProgram } from '../cli/program.ts';
import { VERSION } from '../cli/version.ts';

writeFileSync('dist/lexform.1', manPage(commandTable(makeProgram(() => undefined)), VERSION));

// As it is shown where there is no terminal: most of a start would go into making it.
let help = '';
const program = makeProgram(() => undefined);
program.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 100 }).outputHelp();
writeFileSync('dist/help.txt', help);

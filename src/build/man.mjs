// Bundled and run by build.mjs: writes the manual page, made from the command table itself.
import { writeFileSync } from 'node:fs';
import { commandTable } from '../cli/command-table.ts';
import { manPage } from '../cli/man-page.ts';
import { makeProgram } from '../cli/program.ts';
import { VERSION } from '../cli/version.ts';

writeFileSync('dist/lexform.1', manPage(commandTable(makeProgram(() => undefined)), VERSION));

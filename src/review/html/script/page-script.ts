import { CONTROLS_SCRIPT } from './controls.ts';
import { ROWS_SCRIPT } from './rows.ts';
import { WINDOW_SCRIPT } from './window.ts';

/** The script of the page, as it stands there: the same in every page, because nothing is put into it. */
export const PAGE_SCRIPT = `'use strict';\n(() => {${ROWS_SCRIPT}${WINDOW_SCRIPT}${CONTROLS_SCRIPT}})();\n`;

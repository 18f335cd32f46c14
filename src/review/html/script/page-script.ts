import { ADDRESS_SCRIPT } from './address.ts';
import { CONTROLS_SCRIPT } from './controls.ts';
import { COPY_SCRIPT } from './copy.ts';
import { REVIEW_SCRIPT } from './review.ts';
import { ROWS_SCRIPT } from './rows.ts';
import { WINDOW_SCRIPT } from './window.ts';

/**
 * The script of the page. It is the same in every page, because no data is inserted into it. On a page without terms,
 * only the first part runs.
 */
export const PAGE_SCRIPT =
  `'use strict';\n(() => {\nconst byId = (id) => document.getElementById(id);${COPY_SCRIPT}${REVIEW_SCRIPT}` +
  `if (!data) return;${ROWS_SCRIPT}${WINDOW_SCRIPT}${ADDRESS_SCRIPT}${CONTROLS_SCRIPT}})();\n`;

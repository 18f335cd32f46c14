import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The script of axe-core, which the page does not load itself: its policy forbids that. */
export const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds on the open page: the rule, and each element that breaks it. */
export const AXE_FINDINGS = `axe.run(document, { resultTypes: ['violations'] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`;

import { readdirSync, readFileSync } from 'node:fs';

/**
 * Every page below `docs/`, by its path from the project's folder. What the generator of the site installs and writes
 * there is left out.
 */
export const docsPages = (): readonly string[] =>
  readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !/\/(?:node_modules|\.vitepress)\//.test(path))
    .sort();

/** The pages for people who use Lexform. The others are for those who work on it. */
export const userPages = (): readonly string[] =>
  ['README.md', ...docsPages()].filter((path) => !/^docs\/(?:decisions\/|architecture|release)/.test(path));

export const pageText = (path: string): string => readFileSync(path, 'utf8');

/** Our own words in markdown, outside of code: nothing in them is markup. */
export const plainMarkdown = (text: string): string =>
  text.replace(/[\\`*[\]<>|&{}]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Text as code in a cell of a table. */
export const codeCell = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** A block between fences: what stands behind the first fence, and the lines between. */
export interface FencedBlock {
  readonly language: string;
  readonly text: string;
}

export const fencedBlocks = (markdown: string): readonly FencedBlock[] =>
  [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({ language, text }));

/** The text without its fenced blocks. */
const prose = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '');

/** What stands between backticks, outside of fenced blocks; a span may go over the end of a line. */
export const codeSpans = (markdown: string): readonly string[] =>
  [...prose(markdown).matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace(/\s*\n\s*/g, ' '));

/** The rows of the tables below a heading, each as its cells. The head and the line below it are left out. */
export function tableRows(markdown: string, heading: string): readonly (readonly string[])[] {
  const section = markdown.split(/^(?=#)/m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`there is no heading "${heading}"`);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = lines.map((line) =>
    line
      .replaceAll('\\|', '\0')
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('\0', '|')),
  );
  const isRule = (row: readonly string[] | undefined): boolean => row?.every((cell) => /^:?-+:?$/.test(cell)) ?? false;
  return cells.filter((row, index) => !isRule(row) && !isRule(cells[index + 1]));
}

/** Where the links of a text lead, outside of fenced blocks. */
export const linkTargets = (markdown: string): readonly string[] =>
  [...prose(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The anchors that the headings of a text have. */
export const headingAnchors = (markdown: string): readonly string[] =>
  [...prose(markdown).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** One line of a list, such as `init` with its description. Without a term: an example, which is not wrapped. */
export interface HelpItem {
  readonly term?: string;
  readonly text: string;
}

/** A part of the text below the options of a command. */
export type HelpBlock =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'list'; readonly heading: string; readonly items: readonly HelpItem[] };

/** `  init   create a small sample workspace`: two or more spaces separate the term from its text. */
function itemOf(line: string): HelpItem {
  const [, term, text] = /^ +(\S.*?)(?<! ) {2,}(\S.*)$/s.exec(line) ?? [];
  return term === undefined || text === undefined ? { text: line.trim() } : { term, text };
}

/**
 * Parses the text below the options of a command. Lines are joined up to a blank line. A line that ends in a colon is
 * the heading of the indented lines below it.
 */
export function helpBlocks(help: string): readonly HelpBlock[] {
  const blocks: HelpBlock[] = [];
  let prose: string[] = [];
  let items: HelpItem[] | undefined;
  const endProse = (): void => {
    if (prose.length > 0) blocks.push({ kind: 'prose', text: prose.join(' ') });
    prose = [];
  };
  for (const line of help.split('\n')) {
    if (line.startsWith(' ') && items === undefined) {
      const heading = prose.pop() ?? '';
      endProse();
      items = [];
      blocks.push({ kind: 'list', heading: heading.replace(/:$/, ''), items });
    }
    if (line.startsWith(' ')) items?.push(itemOf(line));
    else {
      items = undefined;
      if (line.trim() === '') endProse();
      else prose.push(line);
    }
  }
  endProse();
  return blocks;
}

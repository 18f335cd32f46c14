import { formatTable } from '../../../src/files/fmt/format-table.ts';
import { mergeTable } from '../../../src/files/merge/merge-table.ts';
import { mergeYaml } from '../../../src/files/merge/merge-yaml.ts';
import { findingsText } from '../../../src/review/messages/finding-text.ts';
import { inConfig, inDictionary, inStyleList, type Row } from './row.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const conflict = (ours: string, theirs: string): string => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> theirs\n`;

/** Findings of merges and of formatting. */
export const MERGE_ROWS: readonly Row[] = [
  inDictionary(
    'glossaries/g/en-de.csv:2:1: error: a merge left "cat" in conflict: ours has "Katze", theirs has "Kater"; keep what is right and remove the lines <<<<<<<, ======= and >>>>>>> [merge-conflict]',
    `house,Haus\n${conflict('cat,Katze\n', 'cat,Kater\n')}`,
  ),
  inDictionary(
    'glossaries/g/en-de.csv:2:1: error: a merge left this place in conflict: ours has removed it, theirs has "cat | Kater / dog | Hund"; keep what is right and remove the lines <<<<<<<, ======= and >>>>>>> [merge-conflict]',
    `house,Haus\n${conflict('', 'cat,Kater\ndog,Hund\n')}`,
  ),
  inStyleList(
    'style-rules/s.yaml:3:1: error: a merge left this place in conflict: ours has "protect: true", theirs has "protect: false"; keep what is right and remove the lines <<<<<<<, ======= and >>>>>>> [merge-conflict]',
    conflict('protect: true\n', 'protect: false\n'),
  ),
  // It may hold a key by mistake, so it is not quoted.
  inConfig(
    'lexform.yaml:2:1: error: a merge left this place in conflict; keep what is right and remove the lines <<<<<<<, ======= and >>>>>>> [merge-conflict]',
    conflict('targets: {}\n', 'targets: { a: { key: secret } }\n'),
  ),
  {
    line: 'en-de.csv:1:1: error: the file is left as it is: formatted, it would be read differently; where its first row would be taken for a header, set "header: false" in glossary.yaml [fmt-not-safe]',
    async show() {
      const form = { pair: { source: 'en', target: 'de' } };
      const formatted = formatTable({ bytes: bytes('z,Z\nen,de\n'), file: 'en-de.csv', form, sort: true });
      return 'findings' in formatted ? findingsText(formatted.findings) : 'formatted';
    },
  },
  {
    line: 'en-de.csv:1:1: error: the merged file would not be read as the terms of both sides, so the terms were not merged; merge its lines [merge-not-safe]',
    async show() {
      const base = 'a;b\nz;y,w\n';
      // Every row that is left has a comma too.
      const versions = { base: bytes(base), ours: bytes(`${base}c;d,e\n`), theirs: bytes('z;y,w\n') };
      const merged = mergeTable({ file: 'en-de.csv', ...versions });
      return merged.kind === 'merged' ? new TextDecoder().decode(merged.bytes) : findingsText(merged.findings);
    },
  },
  {
    line: 's.yaml:2:1: warning: the merged file has no place for the comment "# theirs" of their side; add it by hand [merge-comment-lost]',
    async show() {
      const versions = { base: bytes('a: 1\n'), ours: bytes('# ours\na: 2\n'), theirs: bytes('a: 1\nb: 2 # theirs\n') };
      return findingsText(mergeYaml({ file: 's.yaml', ...versions }).warnings ?? []);
    },
  },
];

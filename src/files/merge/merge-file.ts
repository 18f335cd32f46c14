import { extname } from 'node:path';
import type { Finding } from '../../model/finding.ts';
import type { TableForm } from '../dictionary/table-schema.ts';
import { mergeTable } from './merge-table.ts';
import { mergeYaml, type YamlMergeInput } from './merge-yaml.ts';
import type { Merged } from './merged.ts';

/** Warnings name content that the merged file lacks, such as a comment that has no place in it. */
export type MergedFile = Merged & { readonly warnings?: readonly Finding[] };

/**
 * Merges three versions of a file. The file name extension decides how; `undefined` if it is neither a table nor YAML.
 */
export function mergeFile(input: YamlMergeInput, form?: TableForm): MergedFile | undefined {
  switch (extname(input.file).toLowerCase()) {
    case '.csv':
    case '.tsv':
    case '.txt':
      return mergeTable(input, form);
    case '.yaml':
    case '.yml':
      return mergeYaml(input);
    default:
      return undefined;
  }
}

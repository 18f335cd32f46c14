import type { Finding } from '../../model/finding.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, plural } from '../format/text.ts';
import { findingsData, findingsText } from './finding-text.ts';

/** The result of `fmt` for the files of a workspace. */
export interface FormattedFiles {
  /** True: nothing was written. */
  readonly check: boolean;
  /** Files that were formatted, or with `check` need formatting. */
  readonly changed: readonly string[];
  /** Files that were already formatted. */
  readonly unchanged: readonly string[];
  /** Files with errors, which were not changed. */
  readonly refused: readonly string[];
  /** Files of layers outside the workspace folder, which are never written. Absent: none. */
  readonly outside?: readonly string[];
  /** The errors of these files. */
  readonly findings: readonly Finding[];
}

/** One line for each changed file, or each file to change, then the errors, then a count. */
export function formattedText({ check, changed, unchanged, refused, outside = [], findings }: FormattedFiles): string {
  const lines = changed.map((file) => `${check ? 'not formatted: ' : 'formatted '}${visible(file)}\n`);
  const left = refused.map((file) => `not formatted, it has errors: ${visible(file)}\n`);
  const words = check
    ? `${counted(changed.length, 'file')} ${plural(changed.length, 'is', 'are')} not formatted`
    : `${counted(changed.length, 'file')} formatted`;
  const hint = check && changed.length > 0 ? '; run "lexform fmt"' : '';
  const errors = refused.length === 0 ? '' : `, ${refused.length} with errors`;
  const count = `${words}, ${unchanged.length} already formatted${errors}${hint}\n`;
  const layers = outside.length === 0 ? '' : `${counted(outside.length, 'file')} outside the workspace folder left\n`;
  return `${lines.join('')}${findingsText(findings)}${left.join('')}${count}${layers}`;
}

export const formattedJson = ({ findings, ...files }: FormattedFiles): string =>
  jsonText({ formatVersion: 1, ...files, findings: findingsData(findings) });

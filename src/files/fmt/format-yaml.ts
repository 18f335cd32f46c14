import { isScalar } from 'yaml';
import { errorAt, errorsIn } from '../../model/finding.ts';
import { canonicalJson } from '../../model/resources/digest.ts';
import { topOf } from '../../model/source-ref.ts';
import { bytesLike } from '../edit/splices.ts';
import { endOf, nodesWithin, parseWithTokens, startOf } from '../edit/yaml/yaml-document.ts';
import { parseYaml, type YamlInput } from '../yaml/yaml-file.ts';
import type { Formatted } from './format-table.ts';
import type { KeyOrder } from './key-order.ts';
import { orderKeys } from './order-keys.ts';

/** The numbers of the lines, from 0, that hold a text over several lines: their spaces and blank lines belong to it. */
function linesOfTexts(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  for (const node of nodesWithin(parseWithTokens(text))) {
    if (!isScalar(node) || !text.slice(startOf(node), endOf(node)).includes('\n')) continue;
    const last = lineOf(Math.max(endOf(node) - 1, startOf(node)));
    for (let line = lineOf(startOf(node)); line <= last; line += 1) found.add(line);
  }
  return found;
}

/** No white space at the end of lines, at most one blank line in a row, none at the top and the end. */
function tidyLines(text: string): string {
  const texts = linesOfTexts(text);
  const result: string[] = [];
  const lines = text.split('\n');
  let keep = 0;
  for (const [index, line] of lines.entries()) {
    const isText = texts.has(index);
    const tidied = isText ? line : line.replace(/(?<![ \t])[ \t]+$/, '');
    if (!isText && tidied === '' && (result.length === 0 || result.at(-1) === '')) continue;
    result.push(tidied);
    if (isText) keep = result.length;
  }
  while (result.length > keep && result.at(-1) === '') result.pop();
  return result.length === 0 ? '' : `${result.join('\n')}\n`;
}

const commentsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.includes('#'))
    .map((line) => line.slice(line.indexOf('#')).trim())
    .sort();

/**
 * A YAML file in its one form: LF, keys in the order of the schema, no white space at the end of lines, at most one
 * blank line in a row and none at the top or the end. Comments, quotes and indentation stay.
 *
 * The result is read again: when it does not say what the file said, there is a finding instead.
 */
export function formatYaml(input: YamlInput, order: KeyOrder | undefined): Formatted {
  const { bytes, file } = input;
  const before = parseYaml(input);
  if (before.value === undefined) return { findings: errorsIn(before.findings) };
  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  const formatted = tidyLines(order === undefined ? text : orderKeys(text, order));
  const result = bytesLike(bytes, formatted);
  const after = parseYaml({ bytes: result, file });
  const isSame =
    after.value !== undefined &&
    canonicalJson(after.value.value) === canonicalJson(before.value.value) &&
    commentsOf(formatted).join('\n') === commentsOf(text).join('\n');
  return isSame ? { bytes: result } : { findings: [errorAt('fmt-not-safe', topOf(file))] };
}

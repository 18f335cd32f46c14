import { isScalar } from 'yaml';
import { pushAll } from '../../../model/push-all.ts';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import { type Splice, spliced } from '../splices.ts';
import { type AddStyle, addParts } from './yaml-add.ts';
import { withoutAliases } from './yaml-aliases.ts';
import { blockScalar, blockScalarStyle } from './yaml-block-scalar.ts';
import { endOf, findNode, type ParsedText, pairOf, parsedText, startOf, valuePlace } from './yaml-document.ts';
import { plannedEdits, type YamlEdit } from './yaml-planned.ts';
import { removeParts } from './yaml-remove.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/**
 * Gives the scalar at a path another text, in its own style where that holds the text, or as it stands when it is
 * `literal`. `undefined` when there is no scalar.
 */
function scalarSplice(
  { text, document, lineEnd }: ParsedText,
  {
    path,
    text: value,
    literal = false,
  }: { readonly path: YamlPath; readonly text: string; readonly literal?: boolean },
  blocks: boolean,
): Splice | undefined {
  const found = findNode(document, path);
  const node = found?.node;
  if (found === undefined || !isScalar(node)) return undefined;
  const [start, end] = [startOf(node), endOf(node)];
  const raw = text.slice(start, end);
  if (literal && raw === '') {
    // Nothing behind the colon, or a comment alone.
    const at = valuePlace(pairOf(found));
    return at === undefined ? undefined : { start: at, end: at, text: ` ${value}` };
  }
  if (literal) return { start, end, text: value };
  const isBlock = /^[|>]/.test(raw);
  const style = isBlock && blocks ? blockScalarStyle(raw, lineEnd) : undefined;
  const block = style && blockScalar(value, style);
  const line = () => lineScalar(value, { type: node.type, inFlow: found.inFlow });
  const open = isBlock && !raw.endsWith('\n');
  const instead =
    block === undefined
      ? line() + (isBlock && !open ? lineEnd : '')
      : // The end of the file closes the last line as well.
        open && !value.endsWith('\n')
        ? block.slice(0, -lineEnd.length)
        : block;
  return { start, end, text: instead };
}

/** A text with the splices of all edits made at once; `undefined` when one of them has none. */
function madeAtOnce<Edit>(
  parsed: ParsedText,
  edits: readonly Edit[],
  splicesOf: (edit: Edit) => readonly Splice[] | undefined,
): ParsedText | undefined {
  if (edits.length === 0) return parsed;
  const splices: Splice[] = [];
  for (const edit of edits) {
    const made = splicesOf(edit);
    if (made === undefined) return undefined;
    pushAll(splices, made);
  }
  return parsedText(spliced(parsed.text, splices));
}

/**
 * Makes changes by splicing the text at the places of the nodes, so that every other byte stays: the texts that are
 * set, then what is added, then what is removed, and each of these all at once. `undefined` when a place is missing.
 * What the splices mean must be checked by reading the text again.
 */
export function editYaml(text: string, edits: readonly YamlEdit[], style: AddStyle): string | undefined {
  if (edits.length === 0) return text;
  const given = parsedText(text);
  const planned = plannedEdits(given.document, edits);
  if (planned === undefined) return undefined;
  const { sets, adds, removals } = planned;
  const plain = withoutAliases(given, [
    ...[...sets, ...adds].map(({ path }) => ({ path, whole: false })),
    ...removals.flatMap(({ path, parts }) => parts.map((part) => ({ path: [...path, part], whole: true }))),
  ]);
  const set = madeAtOnce(plain, sets, (edit) => {
    const splice = scalarSplice(plain, edit, style.blocks);
    return splice && [splice];
  });
  const added = set && madeAtOnce(set, adds, ({ path, parts }) => addParts(set, path, parts, style));
  return added && madeAtOnce(added, removals, ({ path, parts }) => removeParts(added, path, parts))?.text;
}

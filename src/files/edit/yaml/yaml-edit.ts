import { pushAll } from '../../../model/push-all.ts';
import { type Splice, spliced } from '../splices.ts';
import { type AddStyle, addParts } from './yaml-add.ts';
import { withoutAliases } from './yaml-aliases.ts';
import { type ParsedText, parsedText } from './yaml-document.ts';
import { plannedEdits, type YamlEdit } from './yaml-planned.ts';
import { removeParts } from './yaml-remove.ts';
import { scalarSplice } from './yaml-set.ts';

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

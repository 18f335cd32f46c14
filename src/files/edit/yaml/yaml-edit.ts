import type { YamlPath } from '../../yaml/yaml-file.ts';
import { spliced } from '../splices.ts';
import { type AddStyle, addPart, type NewPart } from './yaml-add.ts';
import { withoutAliases } from './yaml-aliases.ts';
import { parsedText } from './yaml-document.ts';
import { removePart } from './yaml-remove.ts';
import { scalarSplice } from './yaml-set.ts';

/** One change of a YAML document. Paths are those of the document at that time. */
export type YamlEdit =
  /** `literal`: the text is YAML as it stands, such as a number, and is written as it is. */
  | { readonly kind: 'set'; readonly path: YamlPath; readonly text: string; readonly literal?: boolean }
  | { readonly kind: 'remove'; readonly path: YamlPath }
  /** Into the map or list at the path, behind what is there. */
  | { readonly kind: 'add'; readonly path: YamlPath; readonly part: NewPart };

/**
 * Makes changes by splicing the text at the places of the nodes, so that every other byte stays: first the texts that
 * are set, all at once, then the others, one after the other. `undefined` when a place is missing. What the splices
 * mean must be checked by reading the text again.
 */
export function editYaml(text: string, edits: readonly YamlEdit[], style: AddStyle): string | undefined {
  let parsed = parsedText(text);
  const sets = edits.filter((edit) => edit.kind === 'set');
  for (const { path } of sets) parsed = withoutAliases(parsed, path, false);
  const splices = sets.map((edit) => scalarSplice(parsed, edit, style.blocks));
  const made = splices.filter((splice) => splice !== undefined);
  if (made.length < splices.length) return undefined;
  parsed = parsedText(spliced(parsed.text, made));
  for (const edit of edits) {
    if (edit.kind === 'set') continue;
    const plain = withoutAliases(parsed, edit.path, edit.kind === 'remove');
    const edited = edit.kind === 'add' ? addPart(plain, edit.path, edit.part, style) : removePart(plain, edit.path);
    if (edited === undefined) return undefined;
    parsed = parsedText(edited);
  }
  return parsed.text;
}

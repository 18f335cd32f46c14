import type { YamlPath } from '../yaml-file.ts';
import { addPart, type NewPart } from './yaml-add.ts';
import { withoutAliases } from './yaml-aliases.ts';
import { removePart } from './yaml-remove.ts';
import { setScalar } from './yaml-set.ts';

/** One change of a YAML document. Paths are those of the document at that time. */
export type YamlEdit =
  | { readonly kind: 'set'; readonly path: YamlPath; readonly text: string }
  | { readonly kind: 'remove'; readonly path: YamlPath }
  /** Into the map or list at the path, behind what is there. */
  | { readonly kind: 'add'; readonly path: YamlPath; readonly part: NewPart };

export interface YamlEditStyle {
  /** How many spaces further in each new level stands. */
  readonly step: number;
  /** False: new texts are never written as block scalars. */
  readonly blocks: boolean;
}

/**
 * Makes one change by splicing the text at the place of the node, so that every other byte stays. `undefined` when there is no such place. What the splice means
 * must be checked by reading the text again.
 */
export function editYaml(given: string, edit: YamlEdit, style: YamlEditStyle): string | undefined {
  const text = withoutAliases(given, edit.path, edit.kind === 'remove');
  switch (edit.kind) {
    case 'set':
      return setScalar(text, edit.path, edit.text, style.blocks);
    case 'remove':
      return removePart(text, edit.path);
    case 'add':
      return addPart(text, edit.path, edit.part, style);
    default:
      return edit satisfies never;
  }
}

import { developerKeyAddress, type KeyId, type KeyLimits } from '../../src/kinds/developer-key/developer-key.ts';
import type { KeyFileEdit } from '../../src/kinds/developer-key/files/developer-key-writing.ts';
import type { CustomInstruction } from '../../src/kinds/style-list/style-list.ts';
import type { PairKey } from '../../src/model/entries/language-pair.ts';
import type { FileValue } from '../../src/model/resources/resource.ts';

/** One entry of a dictionary, as tests write what becomes of it. */
export type EntryEdit =
  | { readonly kind: 'set'; readonly source: string; readonly target: string }
  | { readonly kind: 'remove'; readonly source: string };

export const entryValues = (edits: readonly EntryEdit[], pair: PairKey = 'en->de'): readonly FileValue[] =>
  edits.map((edit) => ({
    key: ['entry', pair, edit.source],
    ...(edit.kind === 'set' && { to: edit.target }),
  }));

export const tableValues = (edits: ReadonlyMap<PairKey, readonly EntryEdit[]>): readonly FileValue[] =>
  [...edits].flatMap(([pair, each]) => entryValues(each, pair));

/** One part of a style list, as tests write what becomes of it. */
export type StyleListEdit =
  | { readonly kind: 'set-name'; readonly name: string }
  | { readonly kind: 'set-language'; readonly language: string }
  | { readonly kind: 'set-rule'; readonly category: string; readonly rule: string; readonly option: string }
  | { readonly kind: 'remove-rule'; readonly category: string; readonly rule: string }
  | { readonly kind: 'add-instruction'; readonly instruction: CustomInstruction }
  | { readonly kind: 'set-instruction'; readonly index: number; readonly instruction: CustomInstruction }
  | { readonly kind: 'remove-instruction'; readonly index: number };

export const listValues = (edits: readonly StyleListEdit[]): readonly FileValue[] =>
  edits.map((edit): FileValue => {
    switch (edit.kind) {
      case 'set-name':
        return { key: ['name'], to: edit.name };
      case 'set-language':
        return { key: ['language'], to: edit.language };
      case 'set-rule':
        return { key: ['rule', edit.category, edit.rule], to: edit.option };
      case 'remove-rule':
        return { key: ['rule', edit.category, edit.rule] };
      case 'add-instruction':
        return { key: ['instruction'], to: edit.instruction };
      case 'set-instruction':
        return { key: ['instruction'], to: edit.instruction, index: edit.index };
      case 'remove-instruction':
        return { key: ['instruction'], index: edit.index };
      default:
        return edit satisfies never;
    }
  });

/** One entry of a file of developer keys, as tests write what becomes of it. */
export type DeveloperKeysEdit =
  | {
      readonly kind: 'set-key';
      readonly name: string;
      readonly label?: string;
      readonly limits: Partial<KeyLimits>;
      readonly deactivates: boolean;
    }
  | { readonly kind: 'remove-key'; readonly name: string }
  | {
      readonly kind: 'add-key';
      readonly name: string;
      readonly label: string;
      readonly limits: Partial<KeyLimits>;
      readonly pinnedId?: KeyId;
    };

export const keyValues = (
  limits: Partial<KeyLimits>,
  { label, deactivates = false }: { readonly label?: string; readonly deactivates?: boolean } = {},
): readonly FileValue[] => [
  ...(label === undefined ? [] : [{ key: ['label'] as const, to: label }]),
  ...Object.entries(limits).map(([limit, to]): FileValue => ({ key: ['limit', limit], to })),
  ...(deactivates ? [{ key: ['deactivated'] as const, to: true }] : []),
];

export const keyEdits = (edits: readonly DeveloperKeysEdit[]): readonly KeyFileEdit[] =>
  edits.map((edit): KeyFileEdit => {
    const address = developerKeyAddress(edit.name);
    if (edit.kind === 'remove-key') return { action: 'remove', address, values: [] };
    if (edit.kind === 'set-key') return { action: 'edit', address, values: keyValues(edit.limits, edit) };
    const { label, limits, pinnedId } = edit;
    return {
      action: 'add',
      address,
      values: [],
      entry: { label, limits, ...(pinnedId !== undefined && { pinnedId }) },
    };
  });

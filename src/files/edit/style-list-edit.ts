import type { CustomInstruction, StyleListContent } from '../../model/resources/style-list.ts';

/**
 * What becomes of the instructions of a file: each of them by its index, `undefined` when it goes, and those that are
 * new.
 */
export interface KeptInstructions {
  readonly kept: readonly (CustomInstruction | undefined)[];
  readonly added: readonly CustomInstruction[];
}

/** What becomes of a part of a style list. Instructions are counted from 0, as the file has them before any edit. */
export type StyleListEdit =
  | { readonly kind: 'set-name'; readonly name: string }
  | { readonly kind: 'set-language'; readonly language: string }
  | { readonly kind: 'set-rule'; readonly category: string; readonly rule: string; readonly option: string }
  | { readonly kind: 'remove-rule'; readonly category: string; readonly rule: string }
  | { readonly kind: 'add-instruction'; readonly instruction: CustomInstruction }
  | { readonly kind: 'set-instruction'; readonly index: number; readonly instruction: CustomInstruction }
  | { readonly kind: 'remove-instruction'; readonly index: number };

export interface EditedContent {
  readonly content: StyleListContent;
  readonly instructions: KeptInstructions;
}

/** The content with the edits made: what the edited file must say. A category whose last rule goes is gone. */
export function withStyleListEdits(content: StyleListContent, edits: readonly StyleListEdit[]): EditedContent {
  let { name, language } = content;
  const rules = new Map([...content.rules].map(([category, selected]) => [category, new Map(selected)]));
  const kept = new Map<number, CustomInstruction>(content.instructions.entries());
  const added: CustomInstruction[] = [];
  const gone = new Set<number>();
  for (const edit of edits) {
    switch (edit.kind) {
      case 'set-name':
        name = edit.name;
        break;
      case 'set-language':
        language = edit.language;
        break;
      case 'set-rule':
        rules.set(edit.category, (rules.get(edit.category) ?? new Map<string, string>()).set(edit.rule, edit.option));
        break;
      case 'remove-rule':
        if (rules.get(edit.category)?.delete(edit.rule) && rules.get(edit.category)?.size === 0)
          rules.delete(edit.category);
        break;
      case 'add-instruction':
        added.push(edit.instruction);
        break;
      case 'set-instruction':
        if (kept.has(edit.index)) kept.set(edit.index, edit.instruction);
        break;
      case 'remove-instruction':
        gone.add(edit.index);
        break;
      default:
        edit satisfies never;
    }
  }
  const instructions = [...kept].map(([index, instruction]) => (gone.has(index) ? undefined : instruction));
  return {
    content: {
      ...content,
      name,
      language,
      rules,
      instructions: [...instructions.filter((each) => each !== undefined), ...added],
    },
    instructions: { kept: instructions, added },
  };
}

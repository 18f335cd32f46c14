import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtInCatalogue } from '../../../src/kinds/style-list/files/rule-catalogue.ts';
import { parseStyleListFile } from '../../../src/kinds/style-list/files/style-list-file.ts';
import { editStyleList } from '../../../src/kinds/style-list/files/style-list-writing.ts';
import type { CustomInstruction } from '../../../src/kinds/style-list/style-list.ts';
import { listValues, type StyleListEdit } from '../../support/file-values.ts';
import { runs } from '../../support/runs.ts';
import { category, hostileText, instruction, type StyledYaml, styledYaml } from './styled-yaml.ts';

const file = 'style-rules/a.yaml';
const bytesOf = (text: string) => new TextEncoder().encode(text);

type Content = Pick<StyledYaml, 'name' | 'rules' | 'instructions'>;

function read(text: string): Content | undefined {
  const { value } = parseStyleListFile({ bytes: bytesOf(text), file }, builtInCatalogue());
  return value && { name: value.content.name, rules: value.content.rules, instructions: value.content.instructions };
}

function edited(text: string, edits: readonly StyleListEdit[]) {
  const result = editStyleList({ bytes: bytesOf(text), file, catalogue: builtInCatalogue() }, listValues(edits));
  return 'bytes' in result
    ? { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.bytes) }
    : { findings: result.findings };
}

/** The edits that lead from one content to another. */
function difference(before: Content, after: Content): readonly StyleListEdit[] {
  const edits: StyleListEdit[] = [];
  if (before.name !== after.name) edits.push({ kind: 'set-name', name: after.name });
  for (const [key, selected] of before.rules)
    for (const rule of selected.keys())
      if (!after.rules.get(key)?.has(rule)) edits.push({ kind: 'remove-rule', category: key, rule });
  for (const [key, selected] of after.rules)
    for (const [rule, option] of selected)
      if (before.rules.get(key)?.get(rule) !== option) edits.push({ kind: 'set-rule', category: key, rule, option });
  const count = Math.max(before.instructions.length, after.instructions.length);
  for (let index = 0; index < count; index += 1) {
    const [old, wanted] = [before.instructions[index], after.instructions[index]];
    if (wanted === undefined) edits.push({ kind: 'remove-instruction', index });
    else if (old === undefined) edits.push({ kind: 'add-instruction', instruction: wanted });
    else if (JSON.stringify(old) !== JSON.stringify(wanted))
      edits.push({ kind: 'set-instruction', index, instruction: wanted });
  }
  return edits;
}

interface Draft {
  readonly kind: 'name' | 'set-rule' | 'remove-rule' | 'add' | 'change' | 'field' | 'remove';
  readonly place: number;
  readonly category: string;
  readonly text: string;
  readonly other: string;
  readonly instruction: CustomInstruction;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constantFrom('name', 'set-rule', 'remove-rule', 'add', 'change', 'field', 'remove'),
  place: fc.nat(20),
  category,
  text: hostileText,
  other: hostileText,
  instruction,
});

/** A content with one change. Instructions that are added come last, so that indexes stay. */
function changed(content: Content, { kind, place, category: key, text, other, instruction: fresh }: Draft): Content {
  const rules = new Map([...content.rules].map(([each, selected]) => [each, new Map(selected)]));
  const instructions = [...content.instructions];
  const all = [...rules].flatMap(([each, selected]) => [...selected.keys()].map((rule) => [each, rule] as const));
  const [ofCategory, rule] = all[place % Math.max(all.length, 1)] ?? [key, text];
  const index = place % Math.max(instructions.length, 1);
  const old = instructions[index];
  switch (kind) {
    case 'name':
      return { ...content, name: text };
    case 'set-rule': {
      const [into, name] = place % 2 === 0 ? [key, text] : [ofCategory, rule];
      rules.set(into, (rules.get(into) ?? new Map<string, string>()).set(name, other));
      return { ...content, rules };
    }
    case 'remove-rule':
      rules.get(ofCategory)?.delete(rule);
      if (rules.get(ofCategory)?.size === 0) rules.delete(ofCategory);
      return { ...content, rules };
    case 'add':
      return { ...content, instructions: [...instructions, fresh] };
    case 'change':
      return { ...content, instructions: instructions.map((each, at) => (at === index ? fresh : each)) };
    case 'field':
      if (old !== undefined) instructions[index] = { ...old, prompt: text };
      return { ...content, instructions };
    case 'remove':
      return { ...content, instructions: instructions.filter((_, at) => at !== index) };
    default:
      return kind satisfies never;
  }
}

/**
 * Which lines an edit may change or take away. A new part changes none, but where the map or list stands on one line.
 */
function touched({ rules, instructions }: Content, edit: StyleListEdit): readonly string[] {
  switch (edit.kind) {
    case 'set-name':
      return ['name'];
    case 'set-language':
      return ['language'];
    case 'set-rule':
      return [`rule:${edit.category}/${edit.rule}`, `flow:${edit.category}`, 'rules'];
    case 'remove-rule': {
      const last = rules.get(edit.category)?.size === 1;
      const whole = last ? [`category:${edit.category}`, ...(rules.size === 1 ? ['rules-key'] : [])] : [];
      return [`rule:${edit.category}/${edit.rule}`, `flow:${edit.category}`, ...whole];
    }
    case 'add-instruction':
      return ['instructions'];
    case 'set-instruction': {
      const old = instructions[edit.index];
      const fields = [
        ...(old?.label === edit.instruction.label ? [] : ['label']),
        ...(old?.prompt === edit.instruction.prompt ? [] : ['prompt']),
        ...(old?.sourceLanguage === edit.instruction.sourceLanguage ? [] : ['source_language', 'dash']),
      ];
      const lines = fields.map((field) => (field === 'dash' ? `dash:${edit.index}` : `field:${edit.index}/${field}`));
      return [...lines, `flow:${edit.index}`, `alias:${edit.index}`];
    }
    case 'remove-instruction':
      return [
        `instruction:${edit.index}`,
        `alias:${edit.index}`,
        ...(instructions.length === 1 ? ['instructions-key'] : []),
      ];
    default:
      return edit satisfies never;
  }
}

/** The first line that is not there any more, in order; `undefined` when all are. */
function lostLine(lines: readonly string[], text: string): string | undefined {
  const now = text.replace(/^\ufeff/, '').split(/\r?\n/);
  let at = 0;
  return lines.find((line) => {
    const found = now.indexOf(line, at);
    if (found >= 0) at = found + 1;
    return found < 0;
  });
}

const readable = (styled: StyledYaml): boolean => {
  const { name, rules, instructions } = styled;
  const found = read(styled.text);
  return found !== undefined && JSON.stringify(difference({ name, rules, instructions }, found)) === '[]';
};

test('any style list with one edit holds what is wanted, and every line of other parts stays', () => {
  let [made, refused] = [0, 0];
  fc.assert(
    fc.property(styledYaml, draft, (styled, one) => {
      fc.pre(readable(styled));
      const wanted = changed(styled, one);
      const edits = difference(styled, wanted);
      // Taking out an instruction in the middle is one edit, and not a change of all that follow.
      const list: readonly StyleListEdit[] =
        one.kind === 'remove' && styled.instructions.length > 0
          ? [{ kind: 'remove-instruction', index: one.place % styled.instructions.length }]
          : edits;
      const result = edited(styled.text, list);
      if (result.text === undefined) {
        refused += 1;
        // A text that no list may hold, by the reader.
        expect(result.findings.map(({ code }) => code)).not.toContain('edit-not-safe');
        return;
      }
      made += 1;
      const after = read(result.text);
      expect(after?.name).toBe(wanted.name);
      expect(after?.rules).toEqual(wanted.rules);
      expect(after?.instructions).toEqual(wanted.instructions);
      if (list.length === 0) expect(result.text).toBe(styled.text);
      const parts = list.flatMap((each) => touched(styled, each));
      const kept = styled.lines.filter((line) => !line.parts.some((part) => parts.includes(part)));
      expect(
        lostLine(
          kept.map(({ text }) => text),
          result.text,
        ),
      ).toBe(undefined);
      const lone = /(?<!\r)\n/;
      if (styled.text.includes('\r\n')) expect(lone.test(result.text)).toBe(false);
      const back = edited(result.text, difference(wanted, styled));
      if (back.text !== undefined && one.kind !== 'remove')
        expect(difference(styled, read(back.text) ?? wanted)).toEqual([]);
    }),
    { numRuns: runs(150) },
  );
  expect(made).toBeGreaterThan(refused * 5);
});

test('any style list leads to any other', () => {
  let [made, refused] = [0, 0];
  fc.assert(
    fc.property(styledYaml, styledYaml, (from, to) => {
      fc.pre(readable(from) && readable(to));
      const result = edited(from.text, difference(from, to));
      if (result.text === undefined) {
        refused += 1;
        return;
      }
      made += 1;
      expect(difference(read(result.text) ?? from, to)).toEqual([]);
    }),
    { numRuns: runs(150) },
  );
  expect(made).toBeGreaterThan(refused * 50);
});

test('a category stays while it keeps a rule, and goes with its last one', () => {
  const category = 'dates_and_times';
  const head = 'name: L\nlanguage: de\n';
  const text = `${head}configured_rules:\n  ${category}:\n    calendar_era: use_bc_and_ad\n    dates_in_numerical_form: use_dd_period_mm_period_yyyy\n`;
  const option = 'use_dd_hyphen_mm_hyphen_yyyy';
  const era = { kind: 'remove-rule', category, rule: 'calendar_era' } as const;
  const rule = 'dates_in_numerical_form';
  expect(edited(text, [era, { kind: 'set-rule', category, rule, option }])).toEqual({
    text: `${head}configured_rules:\n  ${category}:\n    ${rule}: ${option}\n`,
  });
  expect(edited(text, [era, { kind: 'remove-rule', category, rule }]).text).not.toContain(category);
});

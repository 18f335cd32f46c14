import fc from 'fast-check';
import { yamlScalar } from '../../../src/files/yaml/yaml-text.ts';
import type { CustomInstruction } from '../../../src/kinds/style-list/style-list.ts';
import { phrase } from '../../support/target.ts';

/**
 * A line of a document that somebody wrote, and the parts of it that an edit may touch: `name`, `rule:c/r`,
 * `instruction:0`.
 */
export interface StyledYamlLine {
  readonly text: string;
  readonly parts: readonly string[];
}

export interface StyledYaml {
  readonly name: string;
  readonly rules: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly instructions: readonly CustomInstruction[];
  readonly lines: readonly StyledYamlLine[];
  readonly text: string;
}

/** Texts that mean something to YAML, and those that break other tools. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  phrase,
  fc.constantFrom(
    ...[
      'yes',
      'null',
      '~',
      '1.5',
      '0x1',
      'a: b',
      'a:',
      ': a',
      'a #b',
      '#x',
      '- a',
      '-',
      '? q',
      '{a}',
      '[b',
      'a, b',
      ']',
      '*a',
      '&b',
    ],
    ...[
      '!t',
      '|',
      '>-',
      '%x',
      '@x',
      '`x',
      '---',
      '...',
      "it's",
      "'",
      '\\n',
      '\\',
      '日本語',
      ' lead',
      'trail ',
      'tab\tbed',
      '\u2028',
    ],
    ...[
      'two\nlines',
      'two\nlines\n',
      'gap\n\nline',
      ' in\nout',
      'a\n  b',
      'end\n\n',
      'a\n \nb',
      '\n',
      'x'.repeat(99),
      '<<',
      'a\rb',
    ],
    'words that go on and on, far behind the end of the line that they were given,  with two spaces',
  ),
);
const lineText = hostileText.filter((text) => text.length <= 100);

const entries = fc.uniqueArray(fc.tuple(lineText, lineText), { minLength: 1, maxLength: 3, selector: ([key]) => key });
const CATEGORIES = ['numbers', 'my own', '__proto__', '10', 'null'] as const;
export const category = fc.constantFrom(...CATEGORIES);
const rules = fc.uniqueArray(fc.tuple(category, entries), { maxLength: 3, selector: ([key]) => key });

export const instruction: fc.Arbitrary<CustomInstruction> = fc.record(
  { label: lineText, prompt: hostileText, sourceLanguage: fc.constantFrom('en', 'no', 'fr') },
  { requiredKeys: ['label', 'prompt'] },
);

/** Whole numbers from 0 that decide about the style, one after the other. */
type Choose = (below: number) => number;

/** A text in some style that holds it. Block scalars only where lines may follow. */
function scalar(text: string, choose: Choose, block?: { readonly pad: string }): readonly string[] {
  const easy = /^[\p{L}\p{N}][\p{L}\p{N} .,'"-]*$/u.test(text) && !text.endsWith(' ');
  const style = choose(block === undefined ? 3 : 5);
  if (style === 1 && /^[\x20-\x7e]+$/.test(text)) return [`'${text.replaceAll("'", "''")}'`];
  if (style === 2) return [yamlScalar(text) === text ? `"${text}"` : yamlScalar(text)];
  if (block !== undefined && style > 2) {
    const lines = text.replace(/\n$/, '').split('\n');
    const simple = lines.every((line) => /^[\p{L}\p{N}][^\p{C}\u2028\u2029]*$/u.test(line));
    if (simple && (style === 3 || lines.length === 1))
      return [`${style === 3 ? '|' : '>'}${text.endsWith('\n') ? '' : '-'}`, ...lines.map((line) => block.pad + line)];
  }
  return [easy && yamlScalar(text) === text && !text.includes(',') ? text : (scalar(text, () => 2)[0] ?? '')];
}

/** Writes documents: the content is given, the style is drawn. */
function write(
  { name, rules: ofList, instructions }: Omit<StyledYaml, 'lines' | 'text'>,
  choose: Choose,
): readonly StyledYamlLine[] {
  const lines: StyledYamlLine[] = [];
  let comments = 0;
  const comment = (): string => {
    comments += 1;
    return `# comment ${comments}: "{['`;
  };
  const between = (indent: number, parts: readonly string[]): void => {
    if (choose(4) === 0) lines.push({ text: `${' '.repeat(indent)}${comment()}`, parts });
    if (choose(6) === 0) lines.push({ text: '', parts });
  };
  const behind = (): string => (choose(4) === 0 ? ` ${choose(2) === 0 ? ' ' : ''}${comment()}` : '');
  const key = (text: string): string => (choose(4) === 0 ? `"${text}"` : text);
  const keyed = (text: string): string => (yamlScalar(text) === text ? key(text) : yamlScalar(text));
  /** `key: value` on lines; a block scalar has more of them. */
  const pair = (prefix: string, shownKey: string, text: string, parts: readonly string[]): void => {
    const pad = ' '.repeat(prefix.length + 1 + choose(3));
    const [first = '', ...more] = scalar(text, choose, { pad });
    const colon = `${' '.repeat(choose(4) === 0 ? 2 : 1)}`;
    lines.push({ text: `${prefix}${shownKey}:${colon}${first}${more.length > 0 ? '' : behind()}`, parts });
    for (const line of more) lines.push({ text: line, parts });
  };
  const step = 1 + choose(4);
  const flowMap = (pairs: readonly (readonly [string, string])[]): string => {
    const shown = pairs.map(([left, right]) => `${keyed(left)}: ${scalar(right, choose)[0]}`).join(', ');
    const space = choose(2) === 0 ? ' ' : '';
    return `{${space}${shown}${choose(4) === 0 ? ',' : ''}${space}}`;
  };
  /** A map between braces, on one line or on several with comments between them. */
  const writeFlow = (
    prefix: string,
    pairs: readonly (readonly [string, string])[],
    parts: readonly string[],
    flow: string,
  ): void => {
    if (choose(2) === 0) {
      lines.push({ text: `${prefix}${flowMap(pairs)}${behind()}`, parts: [...parts, flow] });
      return;
    }
    const indent = prefix.length;
    lines.push({ text: `${prefix}{${behind()}`, parts: [...parts, flow] });
    pairs.forEach(([left, right], index) => {
      between(indent, parts);
      const comma = index < pairs.length - 1 || choose(2) === 0 ? ',' : '';
      const shown = `${keyed(left)}: ${scalar(right, choose)[0]}${comma}`;
      lines.push({ text: `${' '.repeat(indent)}${shown}${behind()}`, parts: [...parts, flow] });
    });
    between(indent, parts);
    lines.push({ text: `${' '.repeat(indent)}}${behind()}`, parts: [...parts, flow] });
  };
  const writeRules = (): void => {
    if (ofList.size === 0) {
      if (choose(2) === 0) lines.push({ text: `configured_rules: {}${behind()}`, parts: ['rules'] });
      return;
    }
    lines.push({ text: `configured_rules:${behind()}`, parts: ['rules-key'] });
    for (const [name, selected] of ofList) {
      const ofCategory = [`category:${name}`];
      between(step, []);
      if (choose(3) === 0) {
        writeFlow(`${' '.repeat(step)}${keyed(name)}: `, [...selected], ofCategory, `flow:${name}`);
        continue;
      }
      lines.push({ text: `${' '.repeat(step)}${keyed(name)}:${behind()}`, parts: ofCategory });
      const indent = step + 1 + choose(3);
      for (const [rule, option] of selected) {
        between(indent, ofCategory);
        pair(' '.repeat(indent), keyed(rule), option, [...ofCategory, `rule:${name}/${rule}`]);
      }
    }
  };
  const writeInstructions = (): void => {
    if (instructions.length === 0) {
      if (choose(2) === 0) lines.push({ text: `custom_instructions: []${behind()}`, parts: ['instructions'] });
      return;
    }
    lines.push({ text: `custom_instructions:${behind()}`, parts: ['instructions-key'] });
    const indent = ' '.repeat(choose(4));
    const gap = ' '.repeat(1 + choose(3));
    let anchored: { readonly index: number; readonly instruction: CustomInstruction } | undefined;
    instructions.forEach((each, index) => {
      const { label, prompt, sourceLanguage } = each;
      const parts = [`instruction:${index}`];
      between(indent.length, []);
      const fields = [
        ['label', label],
        ['prompt', prompt],
        ...(sourceLanguage === undefined ? [] : [['source_language', sourceLanguage] as const]),
      ] as (readonly [string, string])[];
      if (choose(3) === 0) fields.reverse();
      if (anchored !== undefined && JSON.stringify(anchored.instruction) === JSON.stringify(each)) {
        lines.push({
          text: `${indent}-${gap}*it${behind()}`,
          parts: [...parts, `flow:${index}`, `alias:${anchored.index}`],
        });
        return;
      }
      const anchor = anchored === undefined && choose(3) === 0 ? '&it ' : '';
      if (anchor !== '') anchored = { index, instruction: each };
      if (choose(3) === 0) {
        writeFlow(`${indent}-${gap}${anchor}`, fields, parts, `flow:${index}`);
        return;
      }
      if (anchor !== '') lines.push({ text: `${indent}- &it`, parts });
      fields.forEach(([field, text], place) => {
        const first = place === 0 && anchor === '';
        if (!first) between(indent.length + 1 + gap.length, parts);
        const prefix = first ? `${indent}-${gap}` : `${indent} ${gap}`;
        pair(prefix, key(field), text, [...parts, `field:${index}/${field}`, ...(first ? [`dash:${index}`] : [])]);
      });
    });
  };
  if (choose(4) === 0) lines.push({ text: `---${behind()}`, parts: [] });
  const sections = [
    () => pair('', key('name'), name, ['name']),
    () => pair('', key('language'), 'de', ['language']),
    writeRules,
    writeInstructions,
    ...(choose(3) === 0 ? [() => lines.push({ text: `protect: true${behind()}`, parts: [] })] : []),
  ];
  while (sections.length > 0) {
    between(0, []);
    sections.splice(choose(3) === 0 ? choose(sections.length) : 0, 1)[0]?.();
  }
  between(0, []);
  return lines;
}

export const styledYaml: fc.Arbitrary<StyledYaml> = fc
  .record({
    name: lineText,
    rules,
    instructions: fc.array(instruction, { maxLength: 3 }),
    twin: fc.boolean(),
    choices: fc.infiniteStream(fc.nat(1000)),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    closed: fc.boolean(),
  })
  .map(({ name, rules: given, instructions: some, twin, choices, lineEnd, mark, closed }) => {
    const first = some[0];
    const content = {
      name,
      rules: new Map(given.map(([key, selected]) => [key, new Map(selected)])),
      instructions: twin && first !== undefined ? [...some, first] : some,
    };
    const lines = write(content, (below) => choices.next().value % below);
    return { ...content, lines, text: mark + lines.map(({ text }) => text).join(lineEnd) + (closed ? lineEnd : '') };
  });

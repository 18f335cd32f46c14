import { INSTRUCTIONS_MAX } from '../../../contract/limits.ts';
import { nearestName } from '../../../files/languages/nearest-name.ts';
import { addressNameOf, fileRelativeTo } from '../../../files/workspace/workspace-path.ts';
import { errorAt, type Finding, type SourceRef, topOf, warningAt } from '../../../model/finding.ts';
import { byCodeUnit, grouped } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import type { ResourceAddress } from '../../../model/resources/address.ts';
import type { Compiled } from '../../files/files-facet.ts';
import { type StyleListContent, sameInstruction, styleListAddress } from '../style-list.ts';
import {
  isStyleAddress,
  type StyleFile,
  type StyleItem,
  type StyleListSource,
  type StyleShared,
} from './style-list-file.ts';

/** A rule as `remove:` names it, or the label of an instruction. */
const nameOfItem = (item: StyleItem): string =>
  item.rule === undefined ? item.instruction.label : item.rule.join('.');

/** Equal for a rule and its overrides, and for an instruction and its overrides. */
const keyOfItem = (item: StyleItem): string => JSON.stringify([item.rule === undefined, nameOfItem(item)]);

/** True for two items that have the same effect in a list. */
const isSame = (left: readonly StyleItem[], right: readonly StyleItem[], language: string): boolean =>
  left.length === right.length &&
  left.every((one, index) => {
    const other = right[index];
    if (other === undefined) return false;
    if (one.rule !== undefined) return other.rule !== undefined && one.option === other.option;
    return other.rule === undefined && sameInstruction(one.instruction, other.instruction, language);
  });

type Items = ReadonlyMap<string, readonly StyleItem[]>;

const byKey = (items: readonly StyleItem[]): Items => grouped(items, keyOfItem);

/** Items as the members of a content. */
export function contentOfItems(items: readonly StyleItem[]): Pick<StyleListContent, 'rules' | 'instructions'> {
  const rules = new Map<string, Map<string, string>>();
  for (const { rule, ...item } of items)
    if (rule !== undefined && 'option' in item)
      rules.set(rule[0], (rules.get(rule[0]) ?? new Map<string, string>()).set(rule[1], item.option));
  return { rules, instructions: items.flatMap((item) => (item.rule === undefined ? [item.instruction] : [])) };
}

/** Findings of several lists, each once. */
function findingsOfLists() {
  const found = new Map<string, Finding>();
  const useful = new Set<string>();
  const key = ({ code, at }: Finding): string => JSON.stringify([code, at]);
  return {
    add: (finding: Finding): void => void found.set(key(finding), finding),
    /** A finding about a mark without effect, unless the mark has an effect in any list. */
    mark(finding: Finding, hasEffect: boolean): void {
      found.set(key(finding), finding);
      if (hasEffect) useful.add(key(finding));
    },
    all: (): readonly Finding[] => [...found].flatMap(([name, finding]) => (useful.has(name) ? [] : [finding])),
  };
}

type Report = ReturnType<typeof findingsOfLists>;

/** A list that is compiled. */
interface Compilation {
  readonly language: string;
  readonly shared: StyleShared;
  /** The files that a pattern of the workspace matches, by address. */
  readonly byAddress: ReadonlyMap<string, string>;
  readonly report: Report;
  /** Gets the files that the list is made from. */
  readonly files: Set<string>;
  /** Gets the items of each file, so that a file that is reached in several ways is compiled once. */
  readonly known: Map<string, Items>;
}

/** Maximum number of files that extend each other in a row. */
const PARTS_MAX = 50;

/** The file in one line of `extends:`; `undefined`, with a finding: it cannot be used. */
function layerOf(
  file: string,
  { text, at }: StyleFile['layers'][number],
  here: readonly string[],
  { shared, byAddress, report, files }: Compilation,
): StyleFile | undefined {
  const path = isStyleAddress(text) ? byAddress.get(text) : fileRelativeTo(file, text, true);
  const known = path === undefined ? undefined : shared.files.get(path);
  if (here.length > PARTS_MAX) report.add(errorAt('style-too-deep', at, { max: PARTS_MAX }));
  else if (path !== undefined && here.includes(path))
    report.add(errorAt('style-circle', at, { circle: [...here.slice(here.indexOf(path)), path].join(' → ') }));
  else if (known?.value !== undefined) {
    files.add(path ?? '');
    return known.value;
  } else if (known === undefined) {
    const suggestion = nearestName(text, [...byAddress].flat());
    report.add(errorAt('style-part-missing', at, { path: text, ...omitUndefined({ suggestion }) }));
  } else if (known.findings.some((finding) => finding.at.file !== path))
    for (const finding of known.findings) report.add({ ...finding, at });
  return undefined;
}

/** The inherited items of a file, by key: the first file that has a key decides. */
function inherited(file: StyleFile, here: readonly string[], compilation: Compilation): Items {
  const { language, report } = compilation;
  const found = new Map<string, readonly StyleItem[]>();
  const own = byKey(file.items.filter(({ languages }) => languages?.includes(language) !== false));
  const removed = new Set(file.removed.map(({ text }) => text));
  for (const layer of file.layers) {
    const part = layerOf(file.file, layer, here, compilation);
    if (part === undefined || !applies(part, part.at, compilation)) continue;
    for (const [key, items] of effective(part, [...here, part.file], compilation)) {
      const before = found.get(key);
      const [first] = items;
      if (before === undefined) found.set(key, items);
      else if (
        first !== undefined &&
        !isSame(before, items, language) &&
        !own.has(key) &&
        !removed.has(nameOfItem(first))
      )
        report.add({
          ...errorAt('style-parts-disagree', layer.at, { name: nameOfItem(first) }),
          related: [...before, ...items].map(({ at }) => at),
        });
    }
  }
  return found;
}

/** True if a part, or an instruction of it, applies to the language of the list. */
function applies(
  { languages }: Pick<StyleItem, 'languages'>,
  at: SourceRef,
  { language, report }: Compilation,
): boolean {
  if (languages === undefined) return true;
  const isIn = languages.includes(language);
  report.mark(warningAt('style-part-without-effect', at, { languages }), isIn);
  return isIn;
}

/** The own items of a file for the language, then what it inherits and neither overrides nor removes. */
function effective(file: StyleFile, here: readonly string[], compilation: Compilation): Items {
  const { language, report, known } = compilation;
  const before = known.get(file.file);
  if (before !== undefined) return before;
  const own = byKey(file.items.filter((item) => applies(item, item.at, compilation)));
  const layers = inherited(file, here, compilation);
  const names = new Set([...layers.values()].flatMap(([item]) => (item === undefined ? [] : [nameOfItem(item)])));
  for (const { text, at } of file.removed)
    report.mark(warningAt('style-removal-without-effect', at, { name: text }), names.has(text));
  const removed = new Set(file.removed.map(({ text }) => text));
  const items = new Map(own);
  for (const [key, layer] of layers) {
    const [first] = layer;
    const over = own.get(key);
    const at = over?.[0]?.at;
    if (at !== undefined && first !== undefined)
      report.mark(
        { ...warningAt('style-override-without-effect', at, { name: nameOfItem(first) }), related: [first.at] },
        !isSame(over ?? [], layer, language),
      );
    else if (first !== undefined && !removed.has(nameOfItem(first))) items.set(key, layer);
  }
  known.set(file.file, items);
  return items;
}

/** A list with what it inherits. Its own instructions come first. */
function compiledList(source: StyleListSource, file: StyleFile, compilation: Compilation): StyleListSource {
  const { byAddress, report } = compilation;
  const { content, stack } = source;
  if (stack === undefined) return source;
  const here = [file.file];
  const [layers, all] = [inherited(file, here, compilation), effective(file, here, compilation)];
  const others = [...all.values()].flat().filter((item) => item.at.file !== file.file);
  const { rules, instructions } = contentOfItems([...file.items, ...others]);
  if (instructions.length > INSTRUCTIONS_MAX) {
    const details = { key: 'custom_instructions', items: instructions.length, max: INSTRUCTIONS_MAX };
    report.add(errorAt('list-too-long', file.layers[0]?.at ?? source.origin, details));
  }
  const places = new Map(others.map((item) => [keyOfItem(item), item.at]));
  const names = new Map([...byAddress].map(([address, path]) => [path, address]));
  return {
    ...source,
    content: { ...content, rules, instructions },
    instructionOrigins: [
      ...source.instructionOrigins,
      ...others.flatMap((item) => (item.rule === undefined ? [item.at] : [])),
    ],
    locateRule: (category, rule) =>
      source.locateRule(category, rule) ?? places.get(JSON.stringify([false, `${category}.${rule}`])),
    inheritedFrom: (path) => (path === file.file ? undefined : (names.get(path) ?? path)),
    stack: { ...stack, inherited: contentOfItems([...layers.values()].flat()) },
  };
}

/** Makes the lists from their files and from the parts that they extend. */
export const compileStyle =
  (shared: StyleShared) =>
  (sources: readonly StyleListSource[]): Compiled<StyleListSource> => {
    const report = findingsOfLists();
    const used = new Set<string>();
    const { matched } = shared;
    const byAddress = new Map([...matched].map((path) => [styleListAddress(addressNameOf(path).name ?? ''), path]));
    const compiled = sources.map((source) => {
      const file = shared.files.get(source.file)?.value;
      const files = new Set<string>();
      const { language } = source.content;
      const list =
        file === undefined
          ? source
          : compiledList(source, file, { language, shared, byAddress, report, files, known: new Map() });
      for (const each of files) used.add(each);
      return { list, files: [...files] };
    });
    const isRead = [...shared.files.values()].every(({ value }) => value !== undefined);
    for (const [path, { value, findings }] of [...shared.files].sort(([left], [right]) => byCodeUnit(left, right))) {
      if (isRead && value?.list === undefined && !used.has(path)) report.add(errorAt('style-part-unused', topOf(path)));
      // The findings of a matched file are reported when it is read.
      if (!matched.has(path)) for (const finding of findings) if (finding.at.file === path) report.add(finding);
    }
    return {
      sources: compiled.map(({ list }) => list),
      files: new Map(compiled.map(({ list, files }): [ResourceAddress, readonly string[]] => [list.address, files])),
      findings: report.all(),
    };
  };

import { diffValues } from '../../change/values.ts';
import type { SourceRef } from '../../model/finding.ts';
import type { Digest, InstructionId, StyleId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { digestOf, type Json } from '../../model/resources/digest.ts';
import {
  type DesiredResource,
  isRecord,
  keyText,
  type OwnedResource,
  type RecordValue,
  type Value,
  type ValueChange,
} from '../../model/resources/resource.ts';

/** The address of a style list, from the name of its file. */
export type StyleListAddress = `style_rules.${string}`;

export const styleListAddress = (name: string): StyleListAddress => `style_rules.${name}`;

/**
 * Category → rule → selected option. Rule names occur in several categories (`abbreviations` in three), so a rule is
 * always identified by both. Maps, because names are part of the open catalogue of the service and are treated as user
 * text.
 */
export type ConfiguredRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** One free-text instruction of a style rule list. Labels are not unique. */
export interface CustomInstruction extends RecordValue {
  readonly label: string;
  readonly prompt: string;
  /**
   * Language code of the source, lower case. Absent: none was set. The service may then return the language of the
   * list, which is not a difference (public facts F12): compare with `sameInstruction`.
   */
  readonly sourceLanguage?: string;
}

/** The content of a style rule list, without its id and version. The order of instructions has no meaning. */
export interface StyleListContent {
  readonly name: string;
  /** Target language of the rules: a base language in lower case. It cannot be changed after the list was created. */
  readonly language: string;
  readonly rules: ConfiguredRules;
  readonly instructions: readonly CustomInstruction[];
}

/** A style list that the files ask for. */
export interface DesiredStyleList extends DesiredResource {
  readonly address: StyleListAddress;
  readonly origin: SourceRef;
  readonly pinnedId?: StyleId;
  readonly content: StyleListContent;
  /** The places of the instructions, by index in `content.instructions`. */
  readonly instructionOrigins: readonly SourceRef[];
  /** Place of a rule; `undefined` if the file does not contain it. */
  locateRule(category: string, rule: string): SourceRef | undefined;
  readonly protect: boolean;
  /** The name of a file that it inherits from; `undefined` for its own file. Default: it inherits nothing. */
  inheritedFrom?(file: string): string | undefined;
}

/** A custom instruction on the service, with its id. */
export interface LiveInstruction {
  readonly id: InstructionId;
  readonly content: CustomInstruction;
}

/** A style list as the service has it. */
export interface LiveStyleList {
  readonly id: StyleId;
  readonly content: StyleListContent;
  /** `content.instructions` in the same order, with their ids on the service. */
  readonly instructions: readonly LiveInstruction[];
  /** Never compared, because the service does not guarantee that each edit increments it. */
  readonly version: number;
}

export type OwnedStyleList = OwnedResource<StyleId, StyleListContent>;

declare module '../states.ts' {
  interface KindTypes {
    readonly styleLists: {
      readonly desired: DesiredStyleList;
      readonly live: LiveStyleList;
      readonly owned: OwnedStyleList;
    };
  }
}

/** Rules as sorted triples, so that user text is never an object key. */
const rulesJson = (rules: ConfiguredRules): Json =>
  [...rules]
    .flatMap(([category, selected]) => [...selected].map(([rule, option]) => [category, rule, option]))
    .sort((left, right) => byCodeUnit(JSON.stringify(left), JSON.stringify(right)));

export const rulesDigest = (rules: ConfiguredRules): Digest => digestOf(rulesJson(rules));

/** An instruction without a source language has the language of its list (public facts F12). */
const instructionJson = (instruction: CustomInstruction, listLanguage: string): Json => [
  instruction.label,
  instruction.prompt,
  instruction.sourceLanguage ?? listLanguage,
];

export const instructionDigest = (instruction: CustomInstruction, listLanguage: string): Digest =>
  digestOf(instructionJson(instruction, listLanguage));

/** True if the service treats both alike: a missing source language means the language of the list. */
export const sameInstruction = (left: CustomInstruction, right: CustomInstruction, listLanguage: string): boolean =>
  left.label === right.label &&
  left.prompt === right.prompt &&
  (left.sourceLanguage ?? listLanguage) === (right.sourceLanguage ?? listLanguage);

export const styleListDigest = (list: StyleListContent): Digest =>
  digestOf({
    name: list.name,
    language: list.language,
    rules: rulesJson(list.rules),
    instructions: list.instructions
      .map((instruction) => instructionJson(instruction, list.language))
      .sort((left, right) => byCodeUnit(JSON.stringify(left), JSON.stringify(right))),
  });

/** True for a value that is a custom instruction. */
export const isInstruction = (value: Value | undefined): value is CustomInstruction =>
  isRecord(value) && value.label !== undefined && value.prompt !== undefined;

/** The rules as values, by category and rule, in code unit order. */
export const ruleValues = (rules: ConfiguredRules): ReadonlyMap<string, string> =>
  new Map(
    [...rules]
      .flatMap(([category, selected]) =>
        [...selected].map(([rule, option]) => [keyText(['rule', category, rule]), option] as const),
      )
      .sort(([left], [right]) => byCodeUnit(left, right)),
  );

/** Number of rules that are set. */
export const ruleCount = (rules: ConfiguredRules): number =>
  [...rules.values()].reduce((count, selected) => count + selected.size, 0);

/** The changes from `live` to `desired`: removed, changed, added; each by category and rule in code unit order. */
export const diffRules = (
  live: ConfiguredRules,
  desired: ConfiguredRules,
  locate: (category: string, rule: string) => SourceRef | undefined,
): readonly ValueChange[] =>
  diffValues(ruleValues(live), ruleValues(desired)).map((change) => {
    const [, category = '', rule = ''] = change.key;
    const at = change.to === undefined ? undefined : locate(category, rule);
    return { ...change, ...(at && { at }) };
  });

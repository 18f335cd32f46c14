import type { Digest, InstructionId, StyleId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import { digestOf, type Json } from '../../model/resources/digest.ts';
import type { DesiredResource, OwnedResource } from '../../model/resources/resource.ts';
import { isRecord, type RecordValue, type Value } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/** The address of a style list, from the name of its file. */
export type StyleListAddress = `style_rules.${string}`;

export const styleListAddress = (name: string): StyleListAddress => `style_rules.${name}`;

/**
 * Category → rule → selected option. Rule names repeat across categories (`abbreviations` stands in three), so a rule
 * is always addressed by both. Maps: names come from the open catalogue of the service and are treated as user text.
 */
export type ConfiguredRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** One free-text instruction of a style rule list. Labels are not unique. */
export interface CustomInstruction extends RecordValue {
  readonly label: string;
  readonly prompt: string;
  /**
   * Language code of the source, lower case. Absent: none was asked for. The service may then answer with the language
   * of the list, which is no difference (public facts F12): compare through `sameInstruction`.
   */
  readonly sourceLanguage?: string;
}

/** What a style rule list is, apart from its id and version. The order of instructions carries no meaning. */
export interface StyleListContent {
  readonly name: string;
  /** Target language of the rules: a base language in lower case. It cannot be changed once the list exists. */
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
  /** Where an instruction stands, by its index in `content.instructions`. */
  readonly instructionOrigins: readonly SourceRef[];
  /** Where a rule stands; `undefined` when it is not in the file. */
  locateRule(category: string, rule: string): SourceRef | undefined;
  readonly protect: boolean;
}

/** A custom instruction as the service has it, with the id that it gave. */
export interface LiveInstruction {
  readonly id: InstructionId;
  readonly content: CustomInstruction;
}

/** A style list as the service has it. */
export interface LiveStyleList {
  readonly id: StyleId;
  readonly content: StyleListContent;
  /** `content.instructions` again, in the same order, with the ids that the service gave. */
  readonly instructions: readonly LiveInstruction[];
  /** A hint for people: the service does not promise that every edit increments it. */
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

/** An instruction without a source language means the language of its list (public facts F12). */
const instructionJson = (instruction: CustomInstruction, listLanguage: string): Json => [
  instruction.label,
  instruction.prompt,
  instruction.sourceLanguage ?? listLanguage,
];

export const instructionDigest = (instruction: CustomInstruction, listLanguage: string): Digest =>
  digestOf(instructionJson(instruction, listLanguage));

/** True when the service would treat both alike: an omitted source language is the language of the list. */
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

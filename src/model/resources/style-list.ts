/**
 * Category → rule → selected option. Rule names repeat across categories (`abbreviations` stands in three), so a rule
 * is always addressed by both. Maps: names come from the open catalogue of the service and are treated as user text.
 */
export type ConfiguredRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** One free-text instruction of a style rule list. Labels are not unique. */
export interface CustomInstruction {
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

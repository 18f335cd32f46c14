/** What a prompt may ask for of a topic, and which options of the configured rule ask for the same. */
interface Choice {
  readonly words: RegExp;
  /** Options that say the same. */
  readonly option: RegExp;
  /** Options that say the opposite, where a prompt that rules the choice out asks for those. */
  readonly opposite?: RegExp;
}

/** Words of a prompt, and the configured rules that they are about, as `category.rule`. */
export interface RuleTopic {
  readonly rules: readonly string[];
  /** Most are about rules that a list does not have: their patterns are then not made. */
  readonly choices: () => readonly Choice[];
}

export const OFF = /^(?:do_not_use|avoid|never|replace)|do_not_use/;
const ON = /^(?!do_not|avoid|never|replace)/;

/** A topic about which a rule says use, or do not use. */
export const onOff = (words: () => RegExp, ...rules: readonly string[]): RuleTopic => ({
  rules,
  choices: () => [{ words: words(), option: ON, opposite: OFF }],
});

/** A topic about which a rule has one option alone, which says no. */
export const unwanted = (words: () => RegExp, ...rules: readonly string[]): RuleTopic => ({
  rules,
  choices: () => [{ words: words(), option: /^(?!)/, opposite: /./ }],
});

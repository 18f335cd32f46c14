/** A request of a prompt on a topic, and the options of the configured rule that mean the same. */
interface Choice {
  readonly words: RegExp;
  /** Options with the same meaning. */
  readonly option: RegExp;
  /** Options with the opposite meaning, if a prompt that forbids the choice means those. */
  readonly opposite?: RegExp;
}

/** Words of a prompt, and the configured rules that concern the same topic, as `category.rule`. */
export interface RuleTopic {
  readonly rules: readonly string[];
  /** A function, because usually the list does not have the rules, so the patterns are not needed. */
  readonly choices: () => readonly Choice[];
}

export const OFF = /^(?:do_not_use|avoid|never|replace)|do_not_use/;
const ON = /^(?!do_not|avoid|never|replace)/;

/** A topic whose rule has the options to use and not to use something. */
export const onOff = (words: () => RegExp, ...rules: readonly string[]): RuleTopic => ({
  rules,
  choices: () => [{ words: words(), option: ON, opposite: OFF }],
});

/** A topic whose rule has only the option not to use something. */
export const unwanted = (words: () => RegExp, ...rules: readonly string[]): RuleTopic => ({
  rules,
  choices: () => [{ words: words(), option: /^(?!)/, opposite: /./ }],
});

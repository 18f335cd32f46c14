import document from './configured-rules.json' with { type: 'json' };

/** The seven categories of configured rules. Source: description, "Configured rules". */
export const RULE_CATEGORIES = [
  'dates_and_times',
  'formatting',
  'numbers',
  'punctuation',
  'spelling_and_grammar',
  'style_and_tone',
  'vocabulary',
] as const;

/** Category → rule → its options. Maps, since names may come from a document of the user. */
export type RuleOptions = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

type Categories = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

let builtIn: RuleOptions | undefined;

/**
 * The known rules: 159 with 518 options, for all languages together. The service adds and removes some every month, so
 * no service is bound to them. Created on first use, because most runs need none. Source: public facts F15.
 */
export function builtInRules(): RuleOptions {
  builtIn ??= new Map(
    Object.entries(document.categories as Categories).map(([category, rules]) => [
      category,
      new Map(Object.entries(rules)),
    ]),
  );
  return builtIn;
}

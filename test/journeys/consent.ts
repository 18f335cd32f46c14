/** Names every address of `desiredState`, and those that are given: the last ones of a kind go by their name alone. */
export const consentTo = (...more: readonly string[]): readonly string[] =>
  [
    ...['a', 'b', 'c'].flatMap((name) => [
      `glossary.${name}`,
      ...['en->de', 'en->fr', 'de->en'].map((pair) => `glossary.${name}/${pair}`),
    ]),
    'style_rules.d',
    'style_rules.e',
    ...more,
  ].flatMap((address) => ['--allow-delete', address]);

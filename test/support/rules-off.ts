/** A part of `lexform.yaml`: values that a property makes up may break rules whose errors would stop an apply. */
export const RULES_OFF = `lint:
  rules:
    character/encoding: off
    character/invisible: off
    columns/swapped: off
    glossaries/conflict: off
    script/mixed: off
`;

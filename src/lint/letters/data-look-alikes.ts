/**
 * Letters that look alike: Latin, Cyrillic, Greek; blank where a script has none. Source: Unicode, UTS #39,
 * `confusables.txt`; the small Greek letters of the last row are less alike, and stand here because keyboards mix them.
 */
export const LOOK_ALIKES: readonly (readonly [latin: string, cyrillic: string, greek: string])[] = [
  ['A', 'А', 'Α'],
  ['B', 'В', 'Β'],
  ['C', 'С', ''],
  ['E', 'Е', 'Ε'],
  ['H', 'Н', 'Η'],
  ['I', 'І', 'Ι'],
  ['J', 'Ј', ''],
  ['K', 'К', 'Κ'],
  ['M', 'М', 'Μ'],
  ['N', '', 'Ν'],
  ['O', 'О', 'Ο'],
  ['P', 'Р', 'Ρ'],
  ['S', 'Ѕ', ''],
  ['T', 'Т', 'Τ'],
  ['X', 'Х', 'Χ'],
  ['Y', 'У', 'Υ'],
  ['Z', '', 'Ζ'],
  ['a', 'а', 'α'],
  ['c', 'с', ''],
  ['e', 'е', ''],
  ['h', 'һ', ''],
  ['i', 'і', 'ι'],
  ['j', 'ј', ''],
  ['k', 'к', 'κ'],
  ['o', 'о', 'ο'],
  ['p', 'р', 'ρ'],
  ['s', 'ѕ', ''],
  ['u', '', 'υ'],
  ['v', '', 'ν'],
  ['x', 'х', 'χ'],
  ['y', 'у', ''],
];

/** Greek letters that nobody tells from Latin ones by eye. All others may be symbols: `TNFα`, `kΩ`, `μm`. */
export const GREEK_TWINS = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον';

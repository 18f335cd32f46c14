import type { Dictionary, GlossaryContent } from '../model/entries/dictionary.ts';
import { instructionId } from '../model/ids.ts';
import { byCodeUnit } from '../model/order.ts';
import { KEY_LIMITS, type KnownKey } from '../model/resources/developer-key.ts';
import type { ConfiguredRules, StyleListContent } from '../model/resources/style-list.ts';
import { keyText, type Value, type ValueChange, type ValueKey } from '../model/resources/value.ts';
import { pairInstructions } from './style-list/pair-instructions.ts';

/** Values by the text of their key. `undefined`: the resource has this value, but nobody knows what it is. */
export type Values = ReadonlyMap<string, Value | undefined>;

/** What the engine has to know of a kind of resource to compare two of them value by value. */
export interface KindValues<Content> {
  /** What people call the resource. */
  readonly name: (content: Content) => string | undefined;
  readonly values: (content: Content) => Values;
  /** Changes of what has no key of its own. */
  readonly unkeyed?: (before: Content | undefined, after: Content | undefined) => readonly ValueChange[];
  /** Its dictionaries, by the last part of their address. */
  readonly children?: (content: Content) => ReadonlyMap<string, Dictionary>;
}

export const keyedValues = (...values: readonly (readonly [key: ValueKey, value: Value | undefined])[]): Values =>
  new Map(values.map(([key, value]) => [keyText(key), value]));

/** By category and rule, in code unit order. */
export const ruleValues = (rules: ConfiguredRules): ReadonlyMap<string, string> =>
  new Map(
    [...rules]
      .flatMap(([category, selected]) =>
        [...selected].map(([rule, option]) => [keyText(['rule', category, rule]), option] as const),
      )
      .sort(([left], [right]) => byCodeUnit(left, right)),
  );

/**
 * Instructions have neither a key nor, in the ledger, an id. Their place in the list before names them; an added one
 * has a number that no place has.
 */
function instructionChanges(
  before: StyleListContent | undefined,
  after: StyleListContent | undefined,
): readonly ValueChange[] {
  const now = after?.instructions ?? [];
  const live = (before?.instructions ?? []).map((content, place) => ({ id: instructionId(String(place)), content }));
  const { edits, adds, deletes } = pairInstructions(live, now, after?.language ?? before?.language ?? '');
  const pairs = [
    ...deletes.map((old) => ({ old, to: undefined })),
    ...edits.map(({ live: old, to }) => ({ old, to: now[to] })),
    ...adds.map((place) => ({ old: undefined, to: now[place] })),
  ];
  return pairs.map(({ old, to }, index) => ({
    key: ['instruction', old?.id ?? String(live.length + index)],
    ...(old && { from: old.content }),
    ...(to && { to }),
  }));
}

export const GLOSSARY_VALUES: KindValues<GlossaryContent> = {
  name: ({ name }) => name,
  values: ({ name }) => keyedValues([['name'], name]),
  children: ({ dictionaries }) => dictionaries,
};

export const STYLE_LIST_VALUES: KindValues<StyleListContent> = {
  name: ({ name }) => name,
  values: ({ name, language, rules }) =>
    new Map([...keyedValues([['name'], name], [['language'], language]), ...ruleValues(rules)]),
  unkeyed: instructionChanges,
};

export const DEVELOPER_KEY_VALUES: KindValues<KnownKey> = {
  name: ({ label }) => label,
  values: ({ label, deactivated, limits }) =>
    keyedValues(
      [['label'], label],
      [['deactivated'], deactivated],
      // Of a key whose first apply failed, the ledger has the id and no more. A limit that no file names is not there.
      ...KEY_LIMITS.filter((limit) => label === undefined || limits[limit] !== undefined).map(
        (limit) => [['limit', limit], label === undefined ? undefined : limits[limit]] as const,
      ),
    ),
};

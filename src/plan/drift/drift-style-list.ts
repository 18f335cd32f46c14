import type { OwnedStyleList } from '../../model/ledger/ledger-state.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { StyleListAddress } from '../../model/resources/address.ts';
import type { DesiredStyleList } from '../../model/resources/desired.ts';
import { styleListDigest } from '../../model/resources/digest.ts';
import type { LiveStyleList } from '../../model/resources/live.ts';
import type { ConfiguredRules, StyleListContent } from '../../model/resources/style-list.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { RuleDrift, StyleListDrift } from './drift.ts';
import { driftInstructions } from './drift-instructions.ts';
import { type CountSettled, differenceIn } from './drift-sides.ts';

export interface StyleListDriftSides {
  readonly address: StyleListAddress;
  readonly base: OwnedStyleList;
  /** Absent: the files no longer have it. */
  readonly desired?: DesiredStyleList;
  /** Absent: it is gone from the service. */
  readonly live?: LiveStyleList;
}

/** What the files ask for, and where it stands in them. */
type Wanted = Pick<DesiredStyleList, 'content' | 'instructionOrigins'> & Partial<Pick<DesiredStyleList, 'locateRule'>>;

/** Every rule that one of the lists has, by category and rule. */
function ruleNames(...lists: readonly ConfiguredRules[]): readonly (readonly [category: string, rule: string])[] {
  const names = new Map(
    lists.flatMap((rules) =>
      [...rules].flatMap(([category, selected]) =>
        [...selected.keys()].map((rule) => [JSON.stringify([category, rule]), [category, rule] as const] as const),
      ),
    ),
  );
  return [...names].sort(([left], [right]) => byCodeUnit(left, right)).map(([, name]) => name);
}

function driftRules(
  base: ConfiguredRules,
  wanted: Wanted,
  live: ConfiguredRules,
  count: CountSettled,
): readonly RuleDrift[] {
  return ruleNames(base, wanted.content.rules, live).flatMap(([category, rule]) => {
    const option = (rules: ConfiguredRules): string | undefined => rules.get(category)?.get(rule);
    const ours = option(wanted.content.rules);
    const difference = differenceIn('rules', { base: option(base), ours, theirs: option(live) }, count);
    if (difference === undefined) return [];
    const at: SourceRef | undefined = ours === undefined ? undefined : wanted.locateRule?.(category, rule);
    return [{ ...difference, category, rule, ...(at !== undefined && { at }) }];
  });
}

type Parts = Pick<StyleListDrift, 'name' | 'language' | 'rules' | 'instructions'>;

function driftParts(base: StyleListContent, wanted: Wanted, live: LiveStyleList, count: CountSettled): Parts {
  const ours = wanted.content;
  const theirs = live.content;
  const of = (field: 'name' | 'language') => ({ base: base[field], ours: ours[field], theirs: theirs[field] });
  const name = differenceIn('names', of('name'), count);
  const language = differenceIn('languages', of('language'), count);
  return {
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
    rules: driftRules(base.rules, wanted, theirs.rules, count),
    instructions: driftInstructions(
      {
        base: base.instructions,
        ours: ours.instructions,
        theirs: live.instructions,
        languages: { base: base.language, ours: ours.language, theirs: theirs.language },
        origins: wanted.instructionOrigins,
      },
      count,
    ),
  };
}

const isEmpty = ({ name, language, rules, instructions }: Parts): boolean =>
  name === undefined && language === undefined && rules.length === 0 && instructions.length === 0;

/** Of a list that the files dropped: the places are those of the base, which no file has. */
function driftOfDropped({ address, base, live }: StyleListDriftSides, count: CountSettled): StyleListDrift | undefined {
  if (live === undefined) {
    count('styleLists', 'same');
    return undefined;
  }
  const { instructions, ...parts } = driftParts(
    base.content,
    { content: base.content, instructionOrigins: [] },
    live,
    () => undefined,
  );
  if (isEmpty({ ...parts, instructions })) {
    count('styleLists', 'ours');
    return undefined;
  }
  return {
    kind: 'style-list',
    address,
    id: live.id,
    baseName: base.content.name,
    whole: { kind: 'both', how: 'dropped-here', theirs: live.content },
    ...parts,
    instructions: instructions.map(({ index: _, ...drift }) => drift),
  };
}

/** What became of one style list that the ledger owns. */
export function driftStyleList(sides: StyleListDriftSides, count: CountSettled): StyleListDrift | undefined {
  const { address, base, desired, live } = sides;
  if (desired === undefined) return driftOfDropped(sides, count);
  const known = { kind: 'style-list', address, id: live?.id ?? base.id, baseName: base.content.name } as const;
  if (live === undefined) {
    const kind = styleListDigest(desired.content) === styleListDigest(base.content) ? 'theirs' : 'both';
    return { ...known, whole: { kind, how: 'deleted-outside' }, rules: [], instructions: [] };
  }
  const recreated = live.id !== base.id;
  const parts = driftParts(base.content, desired, live, count);
  if (!recreated && isEmpty(parts)) return undefined;
  return { ...known, ...(recreated && { whole: { kind: 'theirs', how: 'recreated-outside' } }), ...parts };
}

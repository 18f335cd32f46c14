import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import { errorAt } from '../../model/finding.ts';
import { isText, isUnnamed } from '../check-values.ts';
import type { Match } from '../matches.ts';
import type { KindModel, MatchPlan, PlanContext } from '../resource-kind.ts';
import { keyedValues } from '../values.ts';
import { glossaryOperationsOf, isDictionarySound } from './check-glossary-change.ts';
import type { DesiredGlossary, LiveGlossary, OwnedGlossary } from './glossary.ts';
import { glossaryDigest } from './glossary.ts';
import { glossaryChange, glossaryDeletion } from './glossary-change.ts';
import { glossaryParts } from './glossary-parts.ts';

function planGlossary(
  match: Match<DesiredGlossary, LiveGlossary, OwnedGlossary>,
  { scope, deletable, sameName }: PlanContext,
): MatchPlan | undefined {
  const { desired, live } = match;
  const { address, origin } = desired;
  const { parts, unmanaged } = glossaryParts({ ...match, address, deletable, scope });
  const whole = scope.whole(address);
  if (!whole && parts.length === 0) return undefined;
  if (live === undefined && parts.length === 0)
    return { findings: [errorAt('glossary-without-entries', origin, { address })] };
  return {
    change: glossaryChange({ ...match, parts, whole, sameName }),
    ...(live && { unmanaged: unmanaged.map((part) => ({ address: part.address, id: live.id, name: live.name })) }),
  };
}

export const GLOSSARY: KindModel<GlossaryContent, DesiredGlossary, LiveGlossary> = {
  kind: 'glossary',
  plural: 'glossaries',
  prefix: 'glossary',
  noun: 'glossary',
  actions: ['create', 'update', 'delete'],
  parts: { name: { isNamed: isUnnamed, holds: isText, always: true } },
  contentOf: (desired) => desired,
  // Of a dictionary that was not read, nobody knows the entries.
  contentOfLive: ({ name, dictionaries }) => ({
    name,
    dictionaries: new Map(
      [...dictionaries].flatMap(([key, { pair, entries }]) =>
        entries === undefined ? [] : [[key, { pair, entries }] as const],
      ),
    ),
  }),
  settings: ({ mode }) => ({ mode }),
  name: ({ name }) => name,
  values: ({ name }) => keyedValues([['name'], name]),
  children: ({ dictionaries }) => dictionaries,
  digest: ({ name, dictionaries }) => glossaryDigest(name, dictionaries),
  withoutName: (content) => ({ ...content, name: '' }),
  plan: planGlossary,
  remove: ({ address, live }) => glossaryDeletion(address, live),
  seenDigest: (live) => {
    const { name, dictionaries } = GLOSSARY.contentOfLive(live);
    return glossaryDigest(name, dictionaries);
  },
  isSound: (change) => change.children.every((dictionary) => isDictionarySound(dictionary, change)),
  operationsOf: glossaryOperationsOf,
};

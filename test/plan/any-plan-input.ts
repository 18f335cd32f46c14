import fc from 'fast-check';
import type { DesiredGlossary, LiveGlossary } from '../../src/kinds/glossary/glossary.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import type { DesiredStyleList, LiveStyleList } from '../../src/kinds/style-list/style-list.ts';
import type { Entry } from '../../src/model/entries/entries.ts';
import { parsePairKey } from '../../src/model/entries/language-pair.ts';
import type { MakePlanInput } from '../../src/plan/make-plan.ts';
import {
  desiredGlossary,
  desiredStyleList,
  entries,
  liveGlossary,
  liveStyleList,
  planInput,
  type StyleListLike,
} from '../support/build.ts';

export const PAIRS = ['en->de', 'en->fr', 'de->en'] as const;
/** Phrases that are keys of every object, numbers or markup are phrases like any other. */
const phrase = fc.constantFrom('a', '10', '2', '__proto__', 'constructor', '"q"', 'مرحبا');
const rows: fc.Arbitrary<readonly Entry[]> = fc.uniqueArray(fc.tuple(phrase, fc.constantFrom('1', '2')), {
  selector: ([source]) => source,
  maxLength: 4,
});
const dictionaries = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PAIRS), rows), { selector: ([pair]) => pair, maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs));
const instruction = fc.record(
  {
    label: fc.constantFrom('T', 'V'),
    prompt: fc.constantFrom('x', 'xy', 'z'),
    sourceLanguage: fc.constantFrom('de', 'en'),
  },
  { requiredKeys: ['label', 'prompt'] },
);
const listLike = fc.record({
  name: fc.constantFrom('N1', 'N2', 'N3'),
  language: fc.constantFrom('de', 'fr'),
  rules: fc.constantFrom<NonNullable<StyleListLike['rules']>>(
    {},
    { a: { x: '1' } },
    { a: { x: '2', y: '1' }, b: { x: '1' } },
  ),
  instructions: fc.array(instruction, { maxLength: 4 }),
});
const NAMES = ['a', 'b', 'c'] as const;
const someNames = <Value>(value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), value), { selector: ([name]) => name, maxLength: 3 });

const desiredGlossaries = someNames(
  fc.record({
    dictionaries,
    name: fc.constantFrom('N1', 'N2', 'N3'),
    mode: fc.constantFrom('authoritative', 'additive'),
  }),
).map((made) =>
  made.map(
    ([name, { dictionaries: wanted, ...more }]): DesiredGlossary =>
      desiredGlossary(name, wanted, more as Partial<DesiredGlossary>),
  ),
);
const desiredLists = someNames(listLike).map((made) =>
  made.map(([name, like]): DesiredStyleList => desiredStyleList(name, like)),
);
const liveGlossaries = fc
  .uniqueArray(
    fc.record({ id: fc.constantFrom('1', '2', '3', '4'), name: fc.constantFrom('N1', 'N2', 'N4'), dictionaries }),
    {
      selector: ({ id }) => id,
      maxLength: 4,
    },
  )
  .map((made) => made.map((each): LiveGlossary => liveGlossary(`g${each.id}`, each.name, each.dictionaries)));
const liveLists = fc
  .uniqueArray(fc.tuple(fc.constantFrom('1', '2', '3', '4'), listLike), { selector: ([id]) => id, maxLength: 4 })
  .map((made) => made.map(([id, like]): LiveStyleList => liveStyleList(`s${id}`, 'x', like)));

/** What an earlier apply left: ids that may live still, under addresses that files may still name. */
const ledger: fc.Arbitrary<LedgerState> = fc
  .record({
    glossaries: someNames(fc.tuple(fc.constantFrom('g1', 'g2', 'gone'), dictionaries)),
    styleLists: someNames(fc.constantFrom('s1', 's2', 'gone')),
  })
  .map(({ glossaries, styleLists }) => {
    const once = new Set<string>();
    const first = (id: string): boolean => !once.has(id) && once.add(id) !== undefined;
    return {
      glossaries: new Map(
        glossaries
          .filter(([, [id]]) => first(id))
          .map(([name, [id, base]]) => [
            `glossary.${name}` as const,
            {
              id: liveGlossary(id, '', {}).id,
              protect: false,
              content: {
                name: 'N1',
                dictionaries: new Map(
                  PAIRS.filter((pair) => base[pair] !== undefined).map((pair) => [
                    pair,
                    { pair: parsePairKey(pair), entries: entries(base[pair] ?? []) },
                  ]),
                ),
              },
            },
          ]),
      ),
      styleLists: new Map(
        styleLists
          .filter(([, id]) => first(id))
          .map(([name, id]) => [
            `style_rules.${name}` as const,
            { id: liveStyleList(id, '').id, protect: false, content: liveStyleList(id, 'N1').content },
          ]),
      ),
      developerKeys: new Map(),
    };
  });

/**
 * Small states of files, service and history, with names, ids and phrases that often meet. Developer keys are not among
 * them.
 */
export const anyPlanInput: fc.Arbitrary<MakePlanInput> = fc
  .record({
    desired: fc.record({ glossaries: desiredGlossaries, styleLists: desiredLists }, { requiredKeys: [] }),
    live: fc.record({ glossaries: liveGlossaries, styleLists: liveLists }),
    ledger,
    deletable: fc.subarray(['glossary.*', 'glossary.*/en->fr', 'style_rules.*']),
  })
  .map(({ desired, live, ...more }) => planInput(desired as MakePlanInput['desired'], live, more));

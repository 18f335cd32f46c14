import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ValueDrift } from '../../src/change/drift-values.ts';
import { KEY_LIMITS } from '../../src/kinds/developer-key/developer-key.ts';
import { isInstruction } from '../../src/kinds/style-list/style-list.ts';
import type { PairKey } from '../../src/model/entries/language-pair.ts';
import type { Value } from '../../src/model/resources/resource.ts';
import { driftCounts } from '../../src/plan/counts.ts';
import { driftOf } from '../../src/plan/drift/detect-drift.ts';
import { type Drift, overwritten, type ResourceDrift } from '../../src/plan/drift/drift.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { fileEdits } from '../../src/plan/pull/file-edits.ts';
import { driftJson } from '../../src/review/drift/drift-text.ts';
import { type EntriesLike, entries } from '../support/build.ts';
import { runs } from '../support/runs.ts';
import { plainInstructions, sides, wildInstructions } from './any-drift-sides.ts';
import { absorbed } from './drift-absorb.ts';
import { type DriftInputLike, driftInput, type GlossaryLike, type KeyLike, type SideLike } from './drift-input.ts';

const RUNS = { numRuns: runs(75) };
type Leaves = Readonly<Record<string, string>>;

const flat = (pairs: readonly (readonly [string, string])[]): Leaves => Object.fromEntries(pairs);
const dictionaryLeaves = (like: EntriesLike): Leaves =>
  flat([...entries(like)].map(([source, to]) => [`t:${source}`, to]));
const sameLeaves = (left: Leaves, right: Leaves): boolean =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => left[key] === right[key]);

/** The three-way comparison of leaves, in the plainest words. */
const merge = (path: string, base: Leaves, ours: Leaves, theirs: Leaves): readonly string[] =>
  [...new Set([base, ours, theirs].flatMap((each) => Object.keys(each)))].flatMap((key) => {
    const [was, here, there] = [base[key], ours[key], theirs[key]];
    if (was === there || here === there) return [];
    return [`${here === was ? `theirs ${was}>${there}` : `both ${was}|${here}|${there}`} ${path} ${key}`];
  });

function whole(path: string, base: Leaves, ours: Leaves | undefined, theirs: Leaves | undefined): readonly string[] {
  if (ours === undefined && theirs === undefined) return [];
  const left = (ours ?? theirs) as Leaves;
  if (ours === undefined) return sameLeaves(left, base) ? [] : [`both ${path}`];
  return [`${sameLeaves(left, base) ? 'theirs' : 'both'} ${path}`];
}

/** Of a dictionary that is gone on one side, what the other side has only removed is no loss. */
const withRemoved = (base: Leaves, side: Leaves | undefined): Leaves | undefined => side && { ...base, ...side };

const glossaryLeaves = ({ name, dictionaries = {} }: GlossaryLike): Leaves =>
  flat([
    ['name', name ?? ''],
    ...Object.entries(dictionaries).flatMap(([pair, like]) =>
      Object.entries(dictionaryLeaves(like ?? [])).map(([key, to]) => [`${pair} ${key}`, to] as const),
    ),
  ]);

type ListLike = NonNullable<SideLike['lists']>[string];

const listLeaves = ({ name, rules: selected = {}, instructions = [] }: ListLike): Leaves =>
  flat([
    ['name', name ?? ''],
    ...Object.entries(selected).flatMap(([category, each]) =>
      Object.entries(each).map(([rule, option]) => [`r:${category}.${rule}`, option] as const),
    ),
    ...instructions.map(({ label, prompt }) => [`i:${label}`, prompt] as const),
  ]);

/** What the comparison must find, over plain objects. */
function reference({ base, ours, theirs }: DriftInputLike): readonly string[] {
  const found: string[] = [];
  for (const [name, was] of Object.entries(base.glossaries ?? {})) {
    const [here, there] = [ours.glossaries?.[name], theirs.glossaries?.[name]];
    if (here === undefined || there === undefined) {
      found.push(...whole(name, glossaryLeaves(was), here && glossaryLeaves(here), there && glossaryLeaves(there)));
      continue;
    }
    found.push(...merge(name, { name: was.name ?? '' }, { name: here.name ?? '' }, { name: there.name ?? '' }));
    for (const pair of ['en->de', 'en->fr'] as const) {
      const [b, o, t] = [was, here, there].map((each) => each.dictionaries?.[pair]);
      const path = `${name}/${pair}`;
      if (b === undefined && o === undefined) continue;
      const leaves = (like: EntriesLike | undefined) => like && dictionaryLeaves(like);
      if (b !== undefined && (o === undefined || t === undefined)) {
        const was = dictionaryLeaves(b);
        found.push(...whole(path, was, withRemoved(was, leaves(o)), withRemoved(was, leaves(t))));
      } else found.push(...merge(path, leaves(b) ?? {}, leaves(o) ?? {}, leaves(t) ?? {}));
    }
  }
  for (const [name, was] of Object.entries(base.lists ?? {})) {
    const [here, there] = [ours.lists?.[name], theirs.lists?.[name]];
    if (here === undefined || there === undefined)
      found.push(...whole(name, listLeaves(was), here && listLeaves(here), there && listLeaves(there)));
    else found.push(...merge(name, listLeaves(was), listLeaves(here), listLeaves(there)));
  }
  for (const [name, was] of Object.entries(base.keys ?? {}))
    found.push(...keyReference(name, was, ours.keys?.[name], theirs.keys?.[name]));
  return found.sort();
}

/** Of the limits that both sides name. */
const namedLimits = (like: KeyLike, other: KeyLike): Leaves =>
  flat(
    KEY_LIMITS.flatMap((name) =>
      like.limits?.[name] === undefined || other.limits?.[name] === undefined
        ? []
        : [[`k:${name}`, String(like.limits[name])] as const],
    ),
  );

const liveLimits = (like: KeyLike, named: Leaves): Leaves =>
  flat(
    KEY_LIMITS.flatMap((name) =>
      named[`k:${name}`] === undefined ? [] : [[`k:${name}`, String(like.limits?.[name] ?? null)] as const],
    ),
  );

function keyReference(name: string, was: KeyLike, here?: KeyLike, there?: KeyLike): readonly string[] {
  if (here === undefined) {
    const named = namedLimits(was, was);
    if (there === undefined || there.deactivated === true) return [];
    const isSame = there.label === was.label && sameLeaves(liveLimits(there, named), named);
    return isSame ? [] : [`both ${name}`];
  }
  const named = namedLimits(was, here);
  const kind = was.label === here.label && sameLeaves(named, namedLimits(here, was)) ? 'theirs' : 'both';
  if (there === undefined) return was.deactivated === true || here.deactivated === true ? [] : [`${kind} ${name}`];
  if (was.deactivated !== true && there.deactivated === true && here.deactivated !== true) return [`${kind} ${name}`];
  const label = (like: KeyLike): Leaves => ({ label: like.label ?? '' });
  return [
    ...merge(name, label(was), label(here), label(there)),
    ...(there.deactivated === true ? [] : merge(name, named, namedLimits(here, was), liveLimits(there, named))),
  ];
}

/** A value in words: of an instruction its prompt. */
const inWords = (value: Value | undefined): string => (isInstruction(value) ? value.prompt : String(value));

const PREFIX: Readonly<Record<string, string>> = { entry: 't:', rule: 'r:', limit: 'k:' };

/** What the reference calls a value. */
function leafName({ key: [part, ...names], base, ours, theirs }: ValueDrift): string {
  const instruction = base ?? theirs ?? ours;
  if (part === 'instruction') return `i:${isInstruction(instruction) ? instruction.label : ''}`;
  return names.length === 0 ? part : `${PREFIX[part]}${(part === 'entry' ? names.slice(1) : names).join('.')}`;
}

const leaf = (path: string, value: ValueDrift): string => {
  const [base, ours, theirs] = [value.base, value.ours, value.theirs].map(inWords);
  return `${value.kind === 'theirs' ? `theirs ${base}>${theirs}` : `both ${base}|${ours}|${theirs}`} ${path} ${leafName(value)}`;
};

/** The same words for what was found. */
const words = (drift: Drift): readonly string[] =>
  drift.resources
    .flatMap(({ address, whole: ofAll, values, children }: ResourceDrift) => {
      const path = address.slice(address.indexOf('.') + 1);
      if (ofAll !== undefined) return [`${ofAll.kind} ${path}`];
      const inside = children.flatMap((child) => {
        const at = child.address.slice('glossary.'.length);
        return child.whole === undefined ? child.values.map((value) => leaf(at, value)) : [`${child.whole.kind} ${at}`];
      });
      return [...values.map((value) => leaf(path, value)), ...inside];
    })
    .sort();

test('every difference is found, and none but those of a plain reference merge', () => {
  fc.assert(
    fc.property(sides(plainInstructions), (given) => {
      expect(words(driftOf(driftInput(given)))).toEqual(reference(given));
    }),
    RUNS,
  );
});

test('files that ask for what the service has leave no drift', () => {
  fc.assert(
    fc.property(sides(wildInstructions), ({ base, theirs }) => {
      expect(driftOf(driftInput({ base, ours: theirs, theirs })).resources).toEqual([]);
    }),
    RUNS,
  );
});

test('files with the edits that absorb drift leave the conflicts and nothing else', () => {
  fc.assert(
    fc.property(sides(plainInstructions), (given) => {
      const before = driftCounts(driftOf(driftInput(given)));
      const ours = absorbed(given.ours, fileEdits(driftOf(driftInput(given)), { takeTheirs: false }));
      const after = driftCounts(driftOf(driftInput({ ...given, ours })));
      expect([after.theirs, after.both > 0]).toEqual([0, before.both > 0]);
    }),
    RUNS,
  );
});

/**
 * Files after as many pulls as an instruction may need: another one of the files may look like what became of the one
 * that was just absorbed.
 */
const pulled = (given: DriftInputLike, takeTheirs: boolean): SideLike =>
  [1, 2, 3, 4, 5].reduce(
    (ours) => absorbed(ours, fileEdits(driftOf(driftInput({ ...given, ours })), { takeTheirs })),
    given.ours,
  );

test('however instructions look alike, a few pulls absorb all drift', () => {
  fc.assert(
    fc.property(sides(wildInstructions), (given) => {
      const ours = pulled(given, false);
      expect(driftCounts(driftOf(driftInput({ ...given, ours }))).theirs).toBe(0);
    }),
    RUNS,
  );
});

test('and a few that take the conflicts too leave nothing', () => {
  fc.assert(
    fc.property(sides(wildInstructions), (given) => {
      expect(driftOf(driftInput({ ...given, ours: pulled(given, true) })).resources).toEqual([]);
    }),
    RUNS,
  );
});

test('where labels and prompts say which is which, nothing is left at once', () => {
  fc.assert(
    fc.property(sides(plainInstructions), (given) => {
      const ours = absorbed(given.ours, fileEdits(driftOf(driftInput(given)), { takeTheirs: true }));
      expect(driftOf(driftInput({ ...given, ours })).resources).toEqual([]);
    }),
    RUNS,
  );
});

test('files that had not changed ask, after absorbing, for exactly what the service has', () => {
  fc.assert(
    fc.property(sides(wildInstructions), ({ base, theirs }) => {
      const given = { base, ours: base, theirs };
      const ours = absorbed(base, fileEdits(driftOf(driftInput(given)), { takeTheirs: false }));
      expect(makePlan(driftInput({ ...given, ours })).plan.changes).toEqual([]);
    }),
    RUNS,
  );
});

test('a whole plan undoes all drift', () => {
  fc.assert(
    fc.property(sides(wildInstructions), (given) => {
      const input = driftInput(given);
      const drift = driftOf(input);
      const { plan, findings } = makePlan(input);
      // But of keys that are deactivated and asked for: nothing can be done about them.
      const stuck = new Set(findings.map(({ details }) => details.address));
      const undone = drift.resources.filter(({ address }) => !stuck.has(address));
      expect(overwritten(drift, plan).resources).toEqual(undone);
    }),
    RUNS,
  );
});

test('in additive glossaries no edit takes in what git never had, and the rest is as elsewhere', () => {
  const additive = (given: SideLike): SideLike => ({
    glossaries: Object.fromEntries(
      Object.entries(given.glossaries ?? {}).map(([name, each]) => [name, { ...each, mode: 'additive' as const }]),
    ),
  });
  fc.assert(
    fc.property(sides(plainInstructions), (given) => {
      const { base, ours, theirs } = given;
      // Every glossary stays: of one that goes, all goes.
      const added = {
        base: additive(base),
        ours: additive({ glossaries: { ...base.glossaries, ...ours.glossaries } }),
        theirs,
      };
      const input = driftInput({ ...added, theirs: { glossaries: { ...theirs.glossaries } } });
      const drift = driftOf(input);
      expect(overwritten(drift, makePlan(input).plan).resources).toEqual(drift.resources);
      for (const takeTheirs of [false, true]) {
        const edits = fileEdits(drift, { takeTheirs });
        const after = driftOf({
          ...input,
          desired: driftInput({ ...added, ours: absorbed(added.ours, edits) }).desired,
        });
        expect(driftCounts(after)).toMatchObject({ theirs: 0, ...(takeTheirs && { both: 0 }) });
        for (const edit of edits)
          for (const dictionary of edit.children) {
            if (dictionary.action === 'remove') continue;
            const taken =
              dictionary.action === 'add'
                ? [...(dictionary.entries ?? [])].map(([source]) => source)
                : dictionary.values.map(({ key: [, , source] }) => source);
            const known = [base, added.ours].flatMap(({ glossaries = {} }) => {
              const like =
                glossaries[edit.address.slice('glossary.'.length)]?.dictionaries?.[
                  dictionary.address.slice(dictionary.address.indexOf('/') + 1) as PairKey
                ];
              return like === undefined ? [] : [...entries(like)].map(([source]) => source);
            });
            expect(known).toEqual(expect.arrayContaining(taken));
          }
      }
    }),
    RUNS,
  );
});

test('the order of service and files decides nothing, and the same states give the same bytes', () => {
  fc.assert(
    fc.property(sides(wildInstructions), (given) => {
      const input = driftInput(given);
      const { glossaries = [], styleLists = [], developerKeys = [] } = input.live;
      const turned = {
        ...input,
        desired: {
          glossaries: [...(input.desired.glossaries ?? [])].reverse(),
          styleLists: [...(input.desired.styleLists ?? [])].reverse(),
          developerKeys: [...(input.desired.developerKeys ?? [])].reverse(),
        },
        live: {
          glossaries: glossaries
            .map((each) => ({ ...each, dictionaries: new Map([...each.dictionaries].reverse()) }))
            .reverse(),
          styleLists: styleLists.map((each) => ({
            ...each,
            content: {
              ...each.content,
              rules: new Map([...each.content.rules].reverse()),
              instructions: [...each.content.instructions].reverse(),
            },
            instructions: [...each.instructions].reverse(),
          })),
          developerKeys: [...developerKeys].reverse(),
        },
      };
      expect(driftJson(driftOf(turned))).toBe(driftJson(driftOf(input)));
      expect(driftJson(driftOf(driftInput(given)))).toBe(driftJson(driftOf(input)));
    }),
    RUNS,
  );
});

test('the order of entries decides nothing', () => {
  const reversed = (given: SideLike): SideLike => ({
    ...given,
    glossaries: Object.fromEntries(
      Object.entries(given.glossaries ?? {}).map(([name, each]) => [
        name,
        {
          ...each,
          dictionaries: Object.fromEntries(
            Object.entries(each.dictionaries ?? {}).map(([pair, like]) => [pair, [...entries(like ?? [])].reverse()]),
          ),
        },
      ]),
    ),
  });
  fc.assert(
    fc.property(sides(plainInstructions), (given) => {
      const turned = { base: reversed(given.base), ours: reversed(given.ours), theirs: reversed(given.theirs) };
      expect(words(driftOf(driftInput(turned)))).toEqual(words(driftOf(driftInput(given))));
      expect(driftCounts(driftOf(driftInput(turned)))).toEqual(driftCounts(driftOf(driftInput(given))));
    }),
    RUNS,
  );
});

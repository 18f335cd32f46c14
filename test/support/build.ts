import type { DesiredDeveloperKey } from '../../src/kinds/developer-key/developer-key.ts';
import { type DeveloperKey, type KeyLimits, keyId } from '../../src/kinds/developer-key/developer-key.ts';
import type { DesiredGlossary, GlossaryAddress, LiveGlossary } from '../../src/kinds/glossary/glossary.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { DesiredState, LiveState } from '../../src/kinds/states.ts';

import type {
  CustomInstruction,
  DesiredStyleList,
  LiveStyleList,
  StyleListAddress,
  StyleListContent,
} from '../../src/kinds/style-list/style-list.ts';
import { type Entries, type Entry, entriesOf } from '../../src/model/entries/entries.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { glossaryId, instructionId, styleId } from '../../src/model/ids.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { MakePlanInput } from '../../src/plan/make-plan.ts';
import { withProvenance } from '../../src/plan/provenance.ts';

/** Entries written as an object, or as pairs where a phrase such as `__proto__` is none of an object. */
export type EntriesLike = Readonly<Record<string, string>> | readonly Entry[];
export type DictionariesLike = Readonly<Partial<Record<PairKey, EntriesLike>>>;

export const entries = (like: EntriesLike): Entries => entriesOf(Array.isArray(like) ? like : Object.entries(like));

const pairsOf = (dictionaries: DictionariesLike): readonly (readonly [PairKey, EntriesLike])[] =>
  Object.entries(dictionaries) as unknown as readonly (readonly [PairKey, EntriesLike])[];

export function desiredGlossary(
  name: string,
  dictionaries: DictionariesLike,
  more: Partial<DesiredGlossary> = {},
): DesiredGlossary {
  const origin = { file: `glossaries/${name}/glossary.yaml`, line: 1, column: 1 };
  const made = pairsOf(dictionaries).map(([key, like]) => {
    const rows = entries(like);
    const file = `glossaries/${name}/${key.replace('->', '-')}.csv`;
    const lines = new Map([...rows].map(([source], index) => [source, index + 1]));
    const locate = (source: string) => {
      const line = lines.get(source);
      return line === undefined ? undefined : { file, line, column: 1 };
    };
    return [key, { pair: parsePairKey(key), entries: rows, origin: { file, line: 1, column: 1 }, locate }] as const;
  });
  return {
    address: `glossary.${name}` as GlossaryAddress,
    origin,
    name,
    dictionaries: new Map(made),
    mode: 'authoritative',
    protect: false,
    ...more,
  };
}

export function liveGlossary(id: string, name: string, dictionaries: DictionariesLike): LiveGlossary {
  const made = pairsOf(dictionaries).map(([key, like]) => {
    const rows = entries(like);
    return [key, { pair: parsePairKey(key), entryCount: rows.size, entries: rows }] as const;
  });
  return { id: glossaryId(id), name, dictionaries: new Map(made) };
}

export type RulesLike = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const rules = (like: RulesLike): StyleListContent['rules'] =>
  new Map(Object.entries(like).map(([category, selected]) => [category, new Map(Object.entries(selected))]));

export interface StyleListLike {
  readonly name?: string;
  readonly language?: string;
  readonly rules?: RulesLike;
  readonly instructions?: readonly CustomInstruction[];
}

const content = (name: string, like: StyleListLike): StyleListContent => ({
  name: like.name ?? name,
  language: like.language ?? 'de',
  rules: rules(like.rules ?? {}),
  instructions: like.instructions ?? [],
});

export function desiredStyleList(
  name: string,
  like: StyleListLike = {},
  more: Partial<DesiredStyleList> = {},
): DesiredStyleList {
  const file = `style-rules/${name}.yaml`;
  const made = content(name, like);
  return {
    address: `style_rules.${name}` as StyleListAddress,
    origin: { file, line: 1, column: 1 },
    content: made,
    instructionOrigins: made.instructions.map((_, index) => ({ file, line: 10 + index, column: 3 })),
    locateRule: () => ({ file, line: 5, column: 5 }),
    protect: false,
    ...more,
  };
}

export function liveStyleList(id: string, name: string, like: StyleListLike = {}): LiveStyleList {
  const made = content(name, like);
  return {
    id: styleId(id),
    content: made,
    instructions: made.instructions.map((instruction, index) => ({
      id: instructionId(`${id}-i${index}`),
      content: instruction,
    })),
    version: 1,
  };
}

export function desiredDeveloperKey(name: string, more: Partial<DesiredDeveloperKey> = {}): DesiredDeveloperKey {
  return {
    address: `developer_key.${name}`,
    origin: { file: 'developer-keys.yaml', line: 1, column: 1 },
    label: name,
    limits: {},
    deactivated: false,
    protect: false,
    locate: () => ({ file: 'developer-keys.yaml', line: 2, column: 3 }),
    ...more,
  };
}

export const liveDeveloperKey = (
  id: string,
  label: string,
  { limits, ...more }: Partial<Omit<DeveloperKey, 'id' | 'limits'>> & { readonly limits?: Partial<KeyLimits> } = {},
): DeveloperKey => ({
  id: keyId(id),
  label,
  creationTime: '2026-01-02T03:04:05Z',
  deactivated: false,
  limits: { characters: null, speechToTextMilliseconds: null, ...limits },
  ...more,
});

/** The input of `makePlan` with nothing owned and nothing to delete. */
export const planInput = (
  desired: DesiredState,
  live: LiveState,
  more: Partial<MakePlanInput> = {},
): MakePlanInput => ({
  target: { name: 'test', baseUrl: 'http://service.test' },
  desired,
  live,
  ledger: EMPTY_LEDGER,
  only: [],
  deletable: [],
  ...more,
});

/** A plan as `lexform plan --out` saves it. */
export const savedPlan = (plan: Plan): Plan =>
  withProvenance(plan, { kind: 'plan', created: '2026-01-02T03:04:05Z', tool: '0.1.0', config: [], ledger: null });

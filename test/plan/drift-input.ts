import type { DeveloperKeyAddress } from '../../src/kinds/developer-key/developer-key.ts';
import { type KeyLimits, keyId } from '../../src/kinds/developer-key/developer-key.ts';
import type { GlossaryAddress, GlossaryMode } from '../../src/kinds/glossary/glossary.ts';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState, LiveState } from '../../src/kinds/states.ts';
import type { StyleListAddress } from '../../src/kinds/style-list/style-list.ts';
import { glossaryId, styleId } from '../../src/model/ids.ts';
import type { DriftInput } from '../../src/plan/drift/detect-drift.ts';
import {
  type DictionariesLike,
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
  type StyleListLike,
} from '../support/build.ts';

export interface GlossaryLike {
  readonly name?: string;
  readonly dictionaries?: DictionariesLike;
  readonly mode?: GlossaryMode;
  /** On the service. Default: `id-` and the address name. */
  readonly id?: string;
}

export interface KeyLike {
  readonly label?: string;
  /** Of files and history only those that are managed. */
  readonly limits?: Partial<KeyLimits>;
  readonly deactivated?: boolean;
  readonly id?: string;
}

/** One side of the comparison, by the names of addresses. */
export interface SideLike {
  readonly glossaries?: Readonly<Record<string, GlossaryLike>>;
  readonly lists?: Readonly<Record<string, StyleListLike & { readonly id?: string }>>;
  readonly keys?: Readonly<Record<string, KeyLike>>;
}

export interface DriftInputLike {
  readonly base: SideLike;
  readonly ours: SideLike;
  readonly theirs: SideLike;
}

export const liveSide = ({ glossaries = {}, lists = {}, keys = {} }: SideLike): Required<LiveState> => ({
  glossaries: Object.entries(glossaries).map(([name, like]) =>
    liveGlossary(like.id ?? `id-${name}`, like.name ?? name, like.dictionaries ?? {}),
  ),
  styleLists: Object.entries(lists).map(([name, like]) => liveStyleList(like.id ?? `id-${name}`, name, like)),
  developerKeys: Object.entries(keys).map(([name, { id, label, ...like }]) =>
    liveDeveloperKey(id ?? `id-${name}`, label ?? name, like),
  ),
});

const baseSide = ({ glossaries = {}, lists = {}, keys = {} }: SideLike): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map(
    Object.entries(glossaries).map(([name, like]) => {
      const { dictionaries } = desiredGlossary(name, like.dictionaries ?? {});
      const content = { name: like.name ?? name, dictionaries };
      return [
        `glossary.${name}` as GlossaryAddress,
        { id: glossaryId(like.id ?? `id-${name}`), protect: false, content },
      ];
    }),
  ),
  styleLists: new Map(
    Object.entries(lists).map(([name, like]) => [
      `style_rules.${name}` as StyleListAddress,
      { id: styleId(like.id ?? `id-${name}`), protect: false, content: desiredStyleList(name, like).content },
    ]),
  ),
  developerKeys: new Map(
    Object.entries(keys).map(([name, { id, label = name, limits = {}, deactivated = false }]) => [
      `developer_key.${name}` as DeveloperKeyAddress,
      { id: keyId(id ?? `id-${name}`), protect: false, content: { label, limits, deactivated } },
    ]),
  ),
});

export const desiredSide = ({ glossaries = {}, lists = {}, keys = {} }: SideLike): Required<DriftInput['desired']> => ({
  glossaries: Object.entries(glossaries).map(([name, like]) =>
    desiredGlossary(name, like.dictionaries ?? {}, { name: like.name ?? name, mode: like.mode ?? 'authoritative' }),
  ),
  styleLists: Object.entries(lists).map(([name, like]) => desiredStyleList(name, like)),
  developerKeys: Object.entries(keys).map(([name, { id: _, ...like }]) => desiredDeveloperKey(name, like)),
});

/** The input of the comparison. A resource that a side does not name is not there. */
export const driftInput = ({ base, ours, theirs }: DriftInputLike, more: Partial<DriftInput> = {}): DriftInput =>
  planInput(desiredSide(ours), liveSide(theirs), { ledger: baseSide(base), ...more });

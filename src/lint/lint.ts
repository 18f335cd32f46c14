import type { DesiredDictionary, DesiredGlossary } from '../kinds/glossary/glossary.ts';
import type { DesiredStyleList } from '../kinds/style-list/style-list.ts';
import { pairKey } from '../model/entries/language-pair.ts';
import { errorAt, type Finding, type Severity, type SourceRef, topOf, warningAt } from '../model/finding.ts';
import { pushAll } from '../model/lists.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { addressMatches } from '../model/resources/address.ts';
import type { LintLevel, LintWaiver } from '../model/workspace/lint-settings.ts';
import { WORKSPACE_FILE } from '../model/workspace/workspace.ts';
import { active, isInPlace, type Levels, type LintedPlace, levelsAt, rulesFinder, rulesWithScope } from './levels.ts';
import { lintTerms, lintWhole, type RuleHit } from './lint-dictionary.ts';
import type { LintDictionary, LintGlossary, LintInput, Phrases } from './lint-input.ts';
import type { Rule } from './rule.ts';
import { ruleNamed } from './rules/registry.ts';
import { type CellWaivers, readCellWaivers, waives } from './waivers.ts';

/** Result of the linter, without waived findings. */
export interface Linted {
  /** Not ordered. Includes errors in waivers, and a note for each waiver that applies to no finding. */
  readonly findings: readonly Finding[];
  /** The number of waived findings. */
  readonly waived: number;
}

const SEVERITY: Readonly<Record<Exclude<LintLevel, 'off'>, Severity>> = {
  note: 'info',
  warning: 'warning',
  error: 'error',
};

const GLOSSARY_RULES = rulesWithScope('glossary');
const TOGETHER_RULES = rulesWithScope('together');
const STYLE_LIST_RULES = rulesWithScope('style-list');

/** A finding with the facts that waivers need. */
interface Found {
  readonly finding: Finding;
  readonly place: LintedPlace;
  /** The source phrase, or the label. Absent: the finding is about a whole dictionary. */
  readonly term?: string;
  /** The row, if its file has a column `lint`. */
  readonly row?: SourceRef;
}

/** The place and the rule levels of one dictionary. */
interface Prepared {
  readonly levels: Levels;
  readonly place: LintedPlace;
}

function placeOfDictionary(glossary: string, { pair }: DesiredDictionary): LintedPlace {
  const key = pairKey(pair);
  return { addresses: [glossary, `${glossary}/${key}`], languages: [pair.source, pair.target, key] };
}

/** Place of the phrase of a hit. */
const placeIn = (dictionary: DesiredDictionary, source: string, side: 'source' | 'target' = 'source'): SourceRef =>
  (side === 'target' ? dictionary.locateTarget?.(source) : undefined) ?? dictionary.locate(source) ?? dictionary.origin;

/** Makes a finding of a hit; `undefined` if its rule is off. */
function foundOf(hit: RuleHit, { levels, place }: Prepared): Found | undefined {
  const { dictionary, rule, source, side, details, fix, related = [] } = hit;
  const level = levels.get(rule) ?? 'off';
  if (level === 'off') return undefined;
  const pair = pairKey(dictionary.pair);
  const text = source === undefined ? undefined : side === 'target' ? dictionary.entries.get(source) : source;
  const finding: Finding = {
    code: rule,
    severity: SEVERITY[level],
    at: source === undefined ? dictionary.origin : placeIn(dictionary, source, side),
    ...(related.length > 0 && { related: related.map(([other, phrase]) => placeIn(other, phrase)) }),
    details: omitUndefined({ pair, term: source, text, side, ...details }),
    wording: ruleNamed(rule)?.message ?? rule,
    fix,
  };
  const row = source === undefined || dictionary.fieldsOf === undefined ? undefined : dictionary.locate(source);
  return { finding, place, term: source, row };
}

/** The glossaries prepared for rules over several dictionaries, and the findings so far. */
interface State {
  readonly found: Found[];
  readonly glossaries: LintGlossary[];
  readonly prepared: Map<string, Prepared>;
  readonly rulesAt: ReturnType<typeof rulesFinder>;
}

const NOTHING: Phrases = new Set();

/** Applies the rules for rows and for dictionaries. */
function lintGlossary(glossary: DesiredGlossary, { only }: LintInput, state: State): void {
  const dictionaries = new Map<ReturnType<typeof pairKey>, LintDictionary>();
  for (const [key, dictionary] of glossary.dictionaries) {
    const address = `${glossary.address}/${key}`;
    const place = placeOfDictionary(glossary.address, dictionary);
    const { levels, termRules, dictionaryRules } = state.rulesAt(place, glossary.lint);
    const prepared: Prepared = { place, levels };
    state.prepared.set(address, prepared);
    const wanted = only === undefined ? undefined : (only.get(address) ?? NOTHING);
    const isLinted = (wanted === undefined || wanted.size > 0) && termRules.length + dictionaryRules.length > 0;
    const linted = lintTerms(dictionary, address, termRules, isLinted ? wanted : NOTHING);
    dictionaries.set(key, linted.dictionary);
    const dictionaryHits = isLinted ? lintWhole(dictionaryRules, linted.dictionary) : [];
    for (const hit of [...linted.hits, ...dictionaryHits]) {
      const found = foundOf(hit, prepared);
      if (found !== undefined) state.found.push(found);
    }
  }
  state.glossaries.push({ address: glossary.address, dictionaries });
}

/** Applies the rules for several dictionaries. */
function lintTogether({ settings: { together } }: LintInput, state: State): void {
  const hits: RuleHit[] = [];
  const named = ({ id: rule }: Rule, found: readonly Omit<RuleHit, 'rule'>[]) =>
    pushAll(
      hits,
      found.map((hit) => ({ ...hit, rule })),
    );
  const levels = [...state.prepared.values()].map((each) => each.levels);
  const isOn = ({ id }: Rule): boolean => levels.some((each) => each.get(id) !== 'off');
  for (const glossary of state.glossaries)
    for (const rule of GLOSSARY_RULES.filter(isOn)) named(rule, rule.check(glossary));
  for (const addresses of together) {
    const glossaries = state.glossaries.filter(({ address }) => addresses.includes(address));
    for (const rule of TOGETHER_RULES.filter(isOn)) named(rule, rule.check(glossaries));
  }
  for (const hit of hits) {
    const prepared = state.prepared.get(hit.dictionary.address);
    const found = prepared && foundOf(hit, prepared);
    if (found !== undefined) state.found.push(found);
  }
}

function lintStyleList(
  { address, content, instructionOrigins, origin }: DesiredStyleList,
  { settings, errorsOnly }: LintInput,
): readonly Found[] {
  const place: LintedPlace = { addresses: [address], languages: [content.language] };
  const levels = levelsAt(place, [settings], errorsOnly);
  const at = (instruction: number): SourceRef => instructionOrigins[instruction] ?? origin;
  return active(STYLE_LIST_RULES, levels).flatMap((rule) =>
    rule.check(content).map(({ instruction, related, details }): Found => {
      const { label = '', prompt = '' } = content.instructions[instruction] ?? {};
      const finding: Finding = {
        code: rule.id,
        severity: SEVERITY[levels.get(rule.id) as Exclude<LintLevel, 'off'>],
        at: at(instruction),
        ...(related !== undefined && { related: [at(related)] }),
        details: { address, term: label, text: prompt, ...details },
        wording: rule.message,
      };
      return { finding, place, term: label };
    }),
  );
}

/** A cell can belong to several dictionaries, and an instruction to several lists. A finding is reported once. */
function distinct(found: readonly Found[]): readonly Found[] {
  const known = new Map<string, Found>();
  for (const each of found) {
    const { code, at, details } = each.finding;
    const key = JSON.stringify([code, at, details.side ?? '', details.text ?? '']);
    if (!known.has(key)) known.set(key, each);
  }
  return [...known.values()];
}

const rowKey = ({ file, line }: SourceRef): string => `${line}:${file}`;

/** The waivers of every row that has any. `only`: the rows of these source phrases. */
function cellWaivers(
  glossaries: readonly LintGlossary[],
  only: ReadonlySet<string> | undefined,
): ReadonlyMap<string, CellWaivers & { readonly at: SourceRef }> {
  const waivers = new Map<string, CellWaivers & { readonly at: SourceRef }>();
  for (const { dictionaries } of glossaries)
    for (const { entries, fieldsOf, locate, origin } of dictionaries.values()) {
      if (fieldsOf === undefined) continue;
      const all = only === undefined ? [...entries].map(([source]) => source) : only;
      for (const source of all) {
        if (only !== undefined && entries.get(source) === undefined) continue;
        const cell = fieldsOf(source)?.lint;
        const at = cell === undefined ? undefined : (locate(source) ?? origin);
        if (cell !== undefined && at !== undefined && !waivers.has(rowKey(at)))
          waivers.set(rowKey(at), { ...readCellWaivers(cell, at), at });
      }
    }
  return waivers;
}

/** Removes waived findings, and adds a note for each waiver that applies to no finding. */
function waive(found: readonly Found[], input: LintInput, glossaries: readonly LintGlossary[]): Linted {
  // A plan needs the cells of rows with findings, and no notes about unused waivers.
  const sources = input.only && new Set(found.flatMap(({ term }) => term ?? []));
  const cells = cellWaivers(glossaries, sources);
  const all: readonly LintWaiver[] = [
    input.settings,
    ...(input.desired.glossaries ?? []).flatMap(({ lint }) => lint ?? []),
  ].flatMap(({ waivers }) => waivers);
  const used = new Set<LintWaiver | string>();
  const notWaived = found.filter(({ finding: { code: rule }, place, term, row }) => {
    const key = row === undefined ? undefined : rowKey(row);
    const cellWaiver = key === undefined ? undefined : cells.get(key);
    const waivable = { rule, place, term };
    const settingsWaivers = all.filter((waiver) => waives(waiver, waivable));
    if (cellWaiver?.rules.includes(rule) === true) used.add(`${key} ${rule}`);
    for (const waiver of settingsWaivers) used.add(waiver);
    return settingsWaivers.length === 0 && cellWaiver?.rules.includes(rule) !== true;
  });
  const unused = [
    ...all.filter((waiver) => !used.has(waiver)).map(({ at, rule }) => ({ at, rule })),
    ...[...cells].flatMap(([key, { rules, at }]) =>
      rules.filter((rule) => !used.has(`${key} ${rule}`)).map((rule) => ({ at, rule })),
    ),
  ];
  const notes = unused.map(
    ({ at, rule }): Finding => ({ ...warningAt('lint-waiver-unused', at, { rule }), severity: 'info' }),
  );
  const faults = [...cells.values()].flatMap(({ findings }) => findings);
  return {
    findings: [
      ...notWaived.map(({ finding }) => finding),
      ...faults,
      ...(input.only === undefined && (input.addresses ?? []).length === 0 ? notes : []),
    ],
    waived: found.length - notWaived.length,
  };
}

/** An error for each requested address that matches nothing. */
function matchingNothing({
  addresses = [],
  settings: { together },
  desired: { glossaries = [], styleLists = [] },
}: LintInput): readonly Finding[] {
  const known = [
    ...glossaries.flatMap(({ address, dictionaries }) => [
      address,
      ...[...dictionaries.keys()].map((pair) => `${address}/${pair}`),
    ]),
    ...styleLists.map(({ address }) => address),
  ];
  return [...addresses, ...together.flat()]
    .filter((pattern) => !known.some((address) => addressMatches(pattern, address)))
    .map((pattern) => errorAt('lint-address-unknown', topOf(WORKSPACE_FILE), { pattern }));
}

/**
 * Applies every rule that is not off, with the settings of the workspace and of each glossary. Errors of the files are
 * not included; a dictionary with errors is linted where it could be read.
 */
export function lintDesired(input: LintInput): Linted {
  const { only, desired, addresses = [] } = input;
  const { glossaries = [], styleLists = [] } = desired;
  const rulesAt = rulesFinder(input.settings, input.errorsOnly);
  const state: State = { found: [], glossaries: [], prepared: new Map(), rulesAt };
  for (const glossary of glossaries) lintGlossary(glossary, input, state);
  lintTogether(input, state);
  for (const list of styleLists)
    if (only === undefined || only.has(list.address)) pushAll(state.found, lintStyleList(list, input));
  const requested = state.found.filter(
    ({ place, term }) =>
      only === undefined || (term !== undefined && place.addresses.some((address) => only.get(address)?.has(term))),
  );
  const wanted = addresses.length === 0 ? requested : requested.filter(({ place }) => isInPlace({ addresses }, place));
  const { findings, waived } = waive(distinct(wanted), input, state.glossaries);
  return { findings: [...findings, ...matchingNothing(input)], waived };
}

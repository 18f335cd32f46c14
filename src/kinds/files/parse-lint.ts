import { checkNamedGlossaryLanguage, isStyleListLanguage } from '../../files/languages/check-language.ts';
import type { YamlFile, YamlPath } from '../../files/yaml/yaml-file.ts';
import { parsePairKey } from '../../model/entries/language-pair.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { addressWithArrow, mayNameKind } from '../../model/resources/address.ts';
import type {
  LintLevel,
  LintPlace,
  LintPreset,
  LintSettings,
  WorkspaceLintSettings,
} from '../../model/workspace/lint-settings.ts';
import { KINDS } from '../registry.ts';

/** True if a pattern can match something of a kind: `glossary.legal`, `style_rules.*`, `gloss*`, `*`. */
const canNameKind = (pattern: string): boolean =>
  /^\S+$/u.test(pattern) && KINDS.some(({ prefix }) => mayNameKind([pattern], prefix) && pattern !== `${prefix}.`);

/** Findings about address patterns that can match nothing, in the list of a file at `path`. */
export const checkAddresses = (patterns: readonly string[], path: YamlPath, yaml: YamlFile): readonly Finding[] =>
  patterns.flatMap((pattern, index) =>
    canNameKind(pattern) ? [] : [errorAt('address-pattern', yaml.at([...path, index]), { pattern })],
  );

type RawLevels = Readonly<Record<string, LintLevel>>;

interface RawPlace {
  readonly languages?: readonly string[];
  readonly addresses?: readonly string[];
}

/** `lint:` as the schema accepts it. */
export interface RawLint {
  readonly extends?: LintPreset;
  readonly rules?: RawLevels;
  readonly overrides?: readonly (RawPlace & { readonly rules: RawLevels })[];
  readonly waive?: readonly (RawPlace & { readonly rule: string; readonly terms?: string; readonly reason: string })[];
}

/** `lint:` of `lexform.yaml`. */
export interface RawWorkspaceLint extends RawLint {
  readonly baseline?: string;
  readonly together?: readonly (readonly string[])[];
}

/** The settings that could be read. Not usable if one of the findings is an error. */
interface ParsedLint<Settings> {
  readonly settings: Settings;
  readonly findings: readonly Finding[];
}

/** The context of reading. */
interface Context {
  readonly yaml: YamlFile;
  /** The address of the glossary to which the file belongs; absent: it is the file of the workspace. */
  readonly glossary?: string;
  readonly findings: Finding[];
}

const levelsOf = (raw: RawLevels = {}): ReadonlyMap<string, LintLevel> => new Map(Object.entries(raw));

/** `de` and `en->de` in lower case. */
function languageOf(text: string, path: YamlPath, { yaml, findings }: Context): string {
  const { source, target } = text.includes('->') ? parsePairKey(text as `${string}->${string}`) : { source: text };
  const at = yaml.at(path);
  for (const language of target === undefined ? [source] : [source, target])
    if (!isStyleListLanguage(language)) findings.push(...checkNamedGlossaryLanguage(language, at).findings);
  return text.toLowerCase();
}

/** Addresses in the file of a glossary must belong to that glossary. */
function addressesOf(raw: readonly string[], path: YamlPath, { yaml, glossary, findings }: Context): readonly string[] {
  findings.push(...checkAddresses(raw, path, yaml));
  const addresses = raw.map(addressWithArrow);
  if (glossary !== undefined)
    for (const [index, pattern] of addresses.entries())
      if (pattern.split('/')[0] !== glossary)
        findings.push(errorAt('lint-address-elsewhere', yaml.at([...path, index]), { pattern, address: glossary }));
  return addresses;
}

function placeOf({ languages, addresses }: RawPlace, path: YamlPath, context: Context): LintPlace {
  const { glossary } = context;
  const wholeGlossary = glossary === undefined ? undefined : [glossary];
  return omitUndefined({
    languages: languages?.map((text, index) => languageOf(text, [...path, 'languages', index], context)),
    addresses: addresses === undefined ? wholeGlossary : addressesOf(addresses, [...path, 'addresses'], context),
  });
}

function settingsOf({ extends: preset, rules, overrides = [], waive = [] }: RawLint, context: Context): LintSettings {
  const { yaml, findings } = context;
  return {
    ...(preset !== undefined && { extends: preset }),
    rules: levelsOf(rules),
    overrides: overrides.map((raw, index) => ({
      ...placeOf(raw, ['lint', 'overrides', index], context),
      rules: levelsOf(raw.rules),
    })),
    waivers: waive.map(({ rule, terms, reason, ...place }, index) => {
      const path = ['lint', 'waive', index];
      if (reason.trim() === '')
        findings.push(errorAt('lint-waiver-reason', yaml.at([...path, 'reason']), { text: rule }));
      return {
        rule,
        reason: reason.trim(),
        ...placeOf(place, path, context),
        ...(terms !== undefined && { terms }),
        at: yaml.at(path),
      };
    }),
  };
}

/** `lint:` of a `glossary.yaml`. Settings without addresses apply only to that glossary. */
export function parseLint(raw: RawLint, glossary: string, yaml: YamlFile): ParsedLint<LintSettings> {
  const findings: Finding[] = [];
  return { settings: settingsOf(raw, { yaml, glossary, findings }), findings };
}

function checkTogether(together: readonly (readonly string[])[], yaml: YamlFile): readonly Finding[] {
  return together.flatMap((addresses, list) => {
    const path = ['lint', 'together', list];
    const wrong = addresses.flatMap((address, index) =>
      /^glossary\.[^*/\s]+$/u.test(address) ? [] : [errorAt('lint-together', yaml.at([...path, index]), { address })],
    );
    return new Set(addresses).size < 2 ? [...wrong, errorAt('lint-together', yaml.at(path))] : wrong;
  });
}

/** `lint:` of `lexform.yaml`. Whether the baseline is inside the workspace is checked together with other paths. */
export function parseWorkspaceLint(
  { baseline, together = [], ...raw }: RawWorkspaceLint,
  yaml: YamlFile,
): ParsedLint<WorkspaceLintSettings> {
  const findings: Finding[] = [];
  const settings = settingsOf(raw, { yaml, findings });
  findings.push(...checkTogether(together, yaml));
  return { settings: { ...settings, ...(baseline !== undefined && { baseline }), together }, findings };
}

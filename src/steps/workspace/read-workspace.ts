import { join, posix } from 'node:path';
import { isLanguageCode } from '../../files/languages/check-language.ts';
import type { FilePorts } from '../../files/ports.ts';
import { validateWorkspace } from '../../files/validators.generated.js';
import { checkPattern } from '../../files/workspace/check-pattern.ts';
import { isOutside, readParsed, staysInside } from '../../files/workspace/workspace-path.ts';
import { parseValidYaml } from '../../files/yaml/schema-findings.ts';
import type { YamlFile, YamlInput, YamlPath } from '../../files/yaml/yaml-file.ts';
import { type AnyFiles, isOneFile } from '../../kinds/files/files-facet.ts';
import { checkAddresses, parseWorkspaceLint, type RawWorkspaceLint } from '../../kinds/files/parse-lint.ts';
import { FILES, isManaged } from '../../kinds/files/registry.ts';
import { KINDS, kindNamed } from '../../kinds/registry.ts';
import type { ReviewField } from '../../model/entries/term-fields.ts';
import { type Checked, errorAt, type Finding, hasErrors, type SourceRef, topOf } from '../../model/finding.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import {
  DEFAULT_PREVIEW,
  DEFAULT_SAFETY,
  type DeleteLimit,
  type LedgerPlace,
  type PreviewPolicy,
  type SafetyPolicy,
  WORKSPACE_FILE,
  type WorkspaceConfig,
} from '../../model/workspace/workspace.ts';
import { parseHttp, parseTargetEntry, type RawHttp, type RawTarget } from './target-entry.ts';

/** `preview:` of `lexform.yaml` in the form that the schema allows. */
interface RawPreview {
  readonly budget?: number;
  readonly variants?: Readonly<Record<string, string>>;
}

/** The settings of previews with their defaults. A variant must belong to the language that it replaces. */
function parsePreview(
  raw: RawPreview,
  yaml: YamlFile,
): { readonly policy: PreviewPolicy; readonly findings: readonly Finding[] } {
  const variants = new Map(DEFAULT_PREVIEW.variants);
  const findings: Finding[] = [];
  for (const [name, variant] of Object.entries(raw.variants ?? {})) {
    const language = name.toLowerCase();
    if (isLanguageCode(language) && variant.toLowerCase().split('-')[0] === language) variants.set(language, variant);
    else {
      const at = yaml.at(['preview', 'variants', name]);
      findings.push(errorAt('preview-variant', at, { language: name, variant }));
    }
  }
  return { policy: { budget: raw.budget ?? DEFAULT_PREVIEW.budget, variants }, findings };
}

type RawDeleteLimit = number | string | readonly (number | string)[];

/** The names of columns in `review:`. */
const COLUMN_FIELDS = {
  part_of_speech: 'partOfSpeech',
  status: 'status',
  definition: 'definition',
  example: 'example',
  note: 'note',
} as const satisfies Readonly<Record<string, ReviewField>>;

/** `lexform.yaml` in the form that the schema allows. */
interface RawWorkspace {
  /** The setting of a kind, under the key of the kind. */
  readonly [key: string]: unknown;
  readonly targets: Readonly<Record<string, RawTarget>>;
  readonly layers?: readonly string[];
  readonly safety?: {
    readonly max_deletes?: RawDeleteLimit;
    readonly max_deletes_per_kind?: RawDeleteLimit;
    readonly max_deletes_per_run?: RawDeleteLimit;
    readonly protect?: readonly string[];
  };
  readonly prune?: readonly string[];
  readonly ledger?: boolean | { readonly remote: string } | { readonly dir: string };
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
  readonly rule_catalog?: string;
  readonly concurrency?: number;
  readonly http?: RawHttp;
  readonly preview?: RawPreview;
  readonly review?: { readonly columns?: readonly (keyof typeof COLUMN_FIELDS)[] };
  readonly lint?: RawWorkspaceLint;
}

/** A number is a count, `10%` a share. A missing one allows nothing: `max_deletes: 20` means 20 and no share. */
function deleteLimit(raw: RawDeleteLimit): DeleteLimit {
  const limits = Array.isArray(raw) ? raw : [raw as number | string];
  const count = limits.find((limit) => typeof limit === 'number') ?? 0;
  const share = limits.find((limit) => typeof limit === 'string');
  return { count, percent: share === undefined ? 0 : Number(share.slice(0, -1)) };
}

function safetyPolicy({
  max_deletes: partLimit,
  max_deletes_per_kind: kindLimit,
  max_deletes_per_run: runLimit,
  protect = DEFAULT_SAFETY.protect,
}: NonNullable<RawWorkspace['safety']>): SafetyPolicy {
  return {
    maxDeletes: partLimit === undefined ? DEFAULT_SAFETY.maxDeletes : deleteLimit(partLimit),
    ...(kindLimit !== undefined && { maxDeletesPerKind: deleteLimit(kindLimit) }),
    ...(runLimit !== undefined && { maxDeletesPerRun: deleteLimit(runLimit) }),
    protect,
  };
}

function ledgerPlace(raw: RawWorkspace['ledger']): LedgerPlace {
  if (raw === false) return { kind: 'none' };
  if (typeof raw !== 'object') return { kind: 'auto' };
  return 'dir' in raw ? { kind: 'dir', dir: raw.dir } : { kind: 'remote', remote: raw.remote };
}

/** An error for each move that does not name two whole resources of one kind. Patterns and parts are not allowed. */
function checkMoves(moved: NonNullable<RawWorkspace['moved']>, yaml: YamlFile): readonly Finding[] {
  const kind = (address: string): string | undefined => {
    const [, prefix] = /^([^.]*)\.[^*/\s]+$/u.exec(address) ?? [];
    return KINDS.some((each) => each.prefix === prefix) ? prefix : undefined;
  };
  return moved.flatMap(({ from, to }, index) => {
    const [old, now] = [kind(from), kind(to)];
    if (old !== undefined && old === now && from !== to) return [];
    return [errorAt('move-form', yaml.at(['moved', index]), { from, to })];
  });
}

/** True for a valid setting of a kind: a path, or a pattern or list of patterns. */
const fitsKind = (facet: AnyFiles, value: unknown): value is string | readonly string[] => {
  const isText = (text: unknown): boolean => typeof text === 'string' && text !== '';
  return isText(value) || (!isOneFile(facet) && Array.isArray(value) && value.every(isText));
};

/** The patterns of each kind in `lexform.yaml`. The schema has already checked them for the kinds that it contains. */
function patternsOf(yaml: YamlFile, raw: RawWorkspace): Checked<WorkspaceConfig['patterns']> {
  const findings: Finding[] = [];
  const patterns = FILES.flatMap((facet): readonly (readonly [ResourceKind, readonly string[]])[] => {
    const { kind, key } = kindNamed(facet.kind);
    const value = raw[key];
    if (value === undefined) return [];
    if (fitsKind(facet, value)) return [[kind, [value].flat()]];
    const allowed = isOneFile(facet) ? 'a path' : 'a pattern or a list of patterns';
    findings.push(errorAt('value-form', yaml.at([key]), { key, allowed }));
    return [];
  });
  return { value: Object.fromEntries(patterns), findings };
}

/** An absolute path, one that begins with `~`, a network address, and a path with a backslash. */
const NO_RELATIVE_PATH = /^(?:[/~]|[^/]*:)|\\/;

/** The paths in `layers:`, each in its shortest form. */
const layersOf = ({ layers = [] }: RawWorkspace): readonly string[] =>
  layers.map((path) => posix.normalize(path).replace(/(?<=.)\/$/, ''));

/** The place of every pattern and path, by its text. One that leads out of the workspace is an error. */
function placesOf(yaml: YamlFile, raw: RawWorkspace): Checked<ReadonlyMap<string, SourceRef>> {
  const origins = new Map<string, SourceRef>();
  const findings: Finding[] = [];
  for (const [index, layer] of layersOf(raw).entries()) {
    const at = yaml.at(['layers', index]);
    origins.set(layer, at);
    const path = raw.layers?.[index] ?? layer;
    if (NO_RELATIVE_PATH.test(path)) findings.push(errorAt('layer-path-form', at, { path }));
    else if (!isOutside(`${layer}/`)) findings.push(errorAt('layer-path-inside', at, { path }));
  }
  const isInLayer = (path: string): boolean =>
    layersOf(raw).some((layer) => path.startsWith(`${layer}/`) && staysInside(path.slice(layer.length + 1)));
  const add = (path: YamlPath, text: unknown, isPattern = false): void => {
    if (Array.isArray(text)) for (const [index, each] of text.entries()) add([...path, index], each, isPattern);
    if (typeof text !== 'string') return;
    const at = yaml.at(path);
    origins.set(text, at);
    const pattern = text.replace(/^!/, '');
    if (!staysInside(pattern) && !(isPattern && isInLayer(pattern))) {
      if (isPattern && isOutside(pattern)) findings.push(errorAt('layer-unlisted', at, { file: text }));
      else findings.push(errorAt('path-outside-workspace', at, { path: text }));
    } else if (isPattern) findings.push(...checkPattern(text, at));
  };
  for (const facet of FILES) {
    const { key } = kindNamed(facet.kind);
    add([key], raw[key], !isOneFile(facet));
  }
  add(['rule_catalog'], raw.rule_catalog);
  add(['lint', 'baseline'], raw.lint?.baseline);
  if (typeof raw.ledger === 'object' && 'dir' in raw.ledger) add(['ledger', 'dir'], raw.ledger.dir);
  return { value: origins, findings };
}

/** The content of `lexform.yaml`: the configuration with its defaults, or all errors. */
export function parseWorkspace(input: YamlInput): Checked<WorkspaceConfig> {
  const keys = KINDS.map(({ key }) => key);
  const { yaml, raw, findings: faults } = parseValidYaml<RawWorkspace>(input, validateWorkspace, keys);
  if (yaml === undefined || raw === undefined) return { findings: faults };

  const findings: Finding[] = [];
  const targets = yaml.keys(['targets']).flatMap((name) => {
    const parsed = parseTargetEntry(name, raw.targets[name] as RawTarget, yaml);
    findings.push(...parsed.findings);
    return parsed.value ?? [];
  });
  const { value: patterns = {}, findings: patternFindings } = patternsOf(yaml, raw);
  const { value: origins = new Map(), findings: placeFindings } = placesOf(yaml, raw);
  findings.push(
    ...patternFindings,
    ...placeFindings,
    ...checkAddresses(raw.safety?.protect ?? [], ['safety', 'protect'], yaml),
    ...checkAddresses(raw.prune ?? [], ['prune'], yaml),
    ...checkMoves(raw.moved ?? [], yaml),
  );
  const preview = raw.preview === undefined ? undefined : parsePreview(raw.preview, yaml);
  const lint = raw.lint === undefined ? undefined : parseWorkspaceLint(raw.lint, yaml);
  findings.push(...(preview?.findings ?? []), ...(lint?.findings ?? []));
  if (hasErrors(findings)) return { findings };
  return {
    findings,
    value: {
      targets,
      patterns,
      ...(raw.layers !== undefined && { layers: layersOf(raw) }),
      safety: safetyPolicy(raw.safety ?? {}),
      prune: raw.prune ?? [],
      ledger: ledgerPlace(raw.ledger),
      ...(raw.moved !== undefined && { moved: raw.moved as NonNullable<WorkspaceConfig['moved']> }),
      ruleCatalog: raw.rule_catalog,
      concurrency: raw.concurrency ?? 4,
      ...(raw.http !== undefined && { http: parseHttp(raw.http) }),
      ...(preview !== undefined && { preview: preview.policy }),
      ...(raw.review?.columns !== undefined && {
        reviewColumns: raw.review.columns.map((column) => COLUMN_FIELDS[column]),
      }),
      ...(lint !== undefined && { lint: lint.settings }),
      origins,
    },
  };
}

/** `lexform.yaml` of a workspace. `root` is absolute. Only this file is read. */
export async function readWorkspace(ports: FilePorts, root: string): Promise<Checked<WorkspaceConfig>> {
  const namedAt: SourceRef = topOf(WORKSPACE_FILE);
  if ((await ports.realPath(join(root, WORKSPACE_FILE))) === undefined) {
    return { findings: [errorAt('workspace-missing', namedAt)] };
  }
  return readParsed(ports, { root, file: WORKSPACE_FILE, role: 'workspace', namedAt }, parseWorkspace);
}

/** The code of the finding that nothing is managed. Commands that need no resource of the files ignore it. */
export const NOTHING_MANAGED = 'nothing-managed';

/**
 * An error for a `lexform.yaml` without any kind of resource: every plan would be empty, whatever files are in its
 * folder.
 */
export const checkManaged = (config: WorkspaceConfig): readonly Finding[] =>
  FILES.some((facet) => isManaged(config, facet)) ? [] : [errorAt(NOTHING_MANAGED, topOf(WORKSPACE_FILE))];

import { join } from 'node:path';
import { type Checked, errorAt, type Finding, hasErrors } from '../../model/finding.ts';
import { type SourceRef, topOf } from '../../model/source-ref.ts';
import {
  DEFAULT_SAFETY,
  type DeleteLimit,
  type LedgerPlace,
  type SafetyPolicy,
  type WorkspaceConfig,
} from '../../model/workspace/workspace.ts';
import type { FilePorts } from '../ports.ts';
import { validateWorkspace } from '../validators.generated.js';
import { parseValidYaml } from '../yaml/schema-findings.ts';
import type { YamlFile, YamlInput, YamlPath } from '../yaml/yaml-file.ts';
import { checkPattern } from './check-pattern.ts';
import { parsePreview, type RawPreview } from './preview-entry.ts';
import { parseHttp, parseTargetEntry, type RawHttp, type RawTarget } from './target-entry.ts';
import { readParsed, staysInside } from './workspace-path.ts';

/** The file that makes a folder a workspace. */
export const WORKSPACE_FILE = 'lexform.yaml';

type RawDeleteLimit = number | string | readonly (number | string)[];

/** `lexform.yaml` as the schema lets it through. */
interface RawWorkspace {
  readonly targets: Readonly<Record<string, RawTarget>>;
  readonly glossaries?: string | readonly string[];
  readonly style_rules?: string | readonly string[];
  readonly developer_keys?: string;
  readonly safety?: {
    readonly max_deletes?: RawDeleteLimit;
    readonly max_deletes_per_kind?: RawDeleteLimit;
    readonly max_deletes_per_run?: RawDeleteLimit;
    readonly protect?: readonly string[];
  };
  readonly prune?: readonly string[];
  readonly ledger?: boolean | { readonly remote?: string; readonly dir?: string };
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
  readonly rule_catalog?: string;
  readonly concurrency?: number;
  readonly http?: RawHttp;
  readonly preview?: RawPreview;
}

/** A number is a count, `10%` a share. What is not named allows nothing: `max_deletes: 20` means 20 and no share. */
function deleteLimit(raw: RawDeleteLimit): DeleteLimit {
  const limits = Array.isArray(raw) ? raw : [raw as number | string];
  const count = limits.find((limit) => typeof limit === 'number') ?? 0;
  const share = limits.find((limit) => typeof limit === 'string');
  return { count: Number(count), percent: share === undefined ? 0 : Number(String(share).slice(0, -1)) };
}

function safetyPolicy({
  max_deletes: ofPart,
  max_deletes_per_kind: ofKind,
  max_deletes_per_run: ofRun,
  protect = DEFAULT_SAFETY.protect,
}: NonNullable<RawWorkspace['safety']>): SafetyPolicy {
  return {
    maxDeletes: ofPart === undefined ? DEFAULT_SAFETY.maxDeletes : deleteLimit(ofPart),
    ...(ofKind !== undefined && { maxDeletesPerKind: deleteLimit(ofKind) }),
    ...(ofRun !== undefined && { maxDeletesPerRun: deleteLimit(ofRun) }),
    protect,
  };
}

function ledgerPlace(raw: RawWorkspace['ledger']): LedgerPlace {
  if (raw === false) return { kind: 'none' };
  if (typeof raw !== 'object') return { kind: 'auto' };
  if (raw.remote !== undefined) return { kind: 'remote', remote: raw.remote };
  return raw.dir === undefined ? { kind: 'auto' } : { kind: 'dir', dir: raw.dir };
}

/** Path and text of each item of a value that may be one text or a list of them. */
const items = (
  path: YamlPath,
  raw: string | readonly string[] = [],
): readonly { readonly path: YamlPath; readonly text: string }[] =>
  typeof raw === 'string' ? [{ path, text: raw }] : raw.map((text, index) => ({ path: [...path, index], text }));

const ADDRESS_FORM = /^(?:\*|(?:glossary|style_rules|developer_key)\.\S+|glossar\S*\*|style\S*\*|developer_key\S*\*)$/u;

function checkAddresses(path: YamlPath, patterns: readonly string[], yaml: YamlFile): readonly Finding[] {
  return patterns.flatMap((pattern, index) =>
    ADDRESS_FORM.test(pattern) ? [] : [errorAt('address-pattern', yaml.at([...path, index]), { pattern })],
  );
}

/** A move names two whole resources of one kind: no pattern, and no dictionary. */
function checkMoves(moved: NonNullable<RawWorkspace['moved']>, yaml: YamlFile): readonly Finding[] {
  const kind = (address: string): string | undefined =>
    /^(glossary|style_rules|developer_key)\.[^*/\s]+$/u.exec(address)?.[1];
  return moved.flatMap(({ from, to }, index) => {
    const [old, now] = [kind(from), kind(to)];
    if (old !== undefined && old === now && from !== to) return [];
    return [errorAt('move-form', yaml.at(['moved', index]), { from, to })];
  });
}

/** The content of `lexform.yaml`: the configuration with its defaults, or every fault. */
export function parseWorkspace(input: YamlInput): Checked<WorkspaceConfig> {
  const { yaml, raw, findings: faults } = parseValidYaml<RawWorkspace>(input, validateWorkspace);
  if (yaml === undefined || raw === undefined) return { findings: faults };

  const findings: Finding[] = [];
  const targets = yaml.keys(['targets']).flatMap((name) => {
    const made = parseTargetEntry(name, raw.targets[name] as RawTarget, yaml);
    findings.push(...made.findings);
    return made.target ?? [];
  });
  const patterns = [
    ...items(['glossaries'], raw.glossaries),
    ...items(['style_rules'], raw.style_rules),
    ...items(['rule_catalog'], raw.rule_catalog),
    ...items(['ledger', 'dir'], typeof raw.ledger === 'object' ? raw.ledger.dir : undefined),
    ...items(['developer_keys'], raw.developer_keys),
  ];
  const origins = new Map<string, SourceRef>();
  for (const { path, text } of patterns) {
    const at = yaml.at(path);
    origins.set(text, at);
    if (!staysInside(text.replace(/^!/, ''))) {
      findings.push(errorAt('path-outside-workspace', at, { path: text }));
    }
    if (path[0] === 'glossaries' || path[0] === 'style_rules') findings.push(...checkPattern(text, at));
  }
  findings.push(
    ...checkAddresses(['safety', 'protect'], raw.safety?.protect ?? [], yaml),
    ...checkAddresses(['prune'], raw.prune ?? [], yaml),
    ...checkMoves(raw.moved ?? [], yaml),
  );
  const preview = raw.preview === undefined ? undefined : parsePreview(raw.preview, yaml);
  findings.push(...(preview?.findings ?? []));
  if (hasErrors(findings)) return { findings };
  return {
    findings,
    value: {
      targets,
      ...(raw.glossaries !== undefined && { glossaries: [raw.glossaries].flat() }),
      ...(raw.style_rules !== undefined && { styleRules: [raw.style_rules].flat() }),
      ...(raw.developer_keys !== undefined && { developerKeys: raw.developer_keys }),
      safety: safetyPolicy(raw.safety ?? {}),
      prune: raw.prune ?? [],
      ledger: ledgerPlace(raw.ledger),
      ...(raw.moved !== undefined && { moved: raw.moved as NonNullable<WorkspaceConfig['moved']> }),
      ...(raw.rule_catalog !== undefined && { ruleCatalog: raw.rule_catalog }),
      concurrency: raw.concurrency ?? 4,
      ...(raw.http !== undefined && { http: parseHttp(raw.http) }),
      ...(preview !== undefined && { preview: preview.policy }),
      origins,
    },
  };
}

/** `lexform.yaml` of a workspace. `root` is absolute. Nothing but this file is read. */
export async function readWorkspace(ports: FilePorts, root: string): Promise<Checked<WorkspaceConfig>> {
  const namedAt: SourceRef = topOf(WORKSPACE_FILE);
  if ((await ports.realPath(join(root, WORKSPACE_FILE))) === undefined) {
    return { findings: [errorAt('workspace-missing', namedAt)] };
  }
  return readParsed(ports, { root, file: WORKSPACE_FILE, role: 'workspace', namedAt }, parseWorkspace);
}

import { join } from 'node:path';
import type { Checked, Finding } from '../model/finding.ts';
import { hasErrors } from '../model/finding.ts';
import type { SourceRef } from '../model/source-ref.ts';
import { DEFAULT_SAFETY, type LedgerPlace, type WorkspaceConfig } from '../model/workspace.ts';
import type { FilePorts } from './ports.ts';
import { schemaFindings } from './schema-findings.ts';
import { parseTarget, type RawTarget } from './target-entry.ts';
import { validateWorkspace } from './validators.generated.js';
import { readInside, staysInside } from './workspace-path.ts';
import { parseYaml, type YamlFile, type YamlInput, type YamlPath } from './yaml-file.ts';

/** The file that makes a folder a workspace. */
export const WORKSPACE_FILE = 'lexform.yaml';

type MaxDeletes = number | string | readonly (number | string)[];

/** `lexform.yaml` as the schema lets it through. */
interface RawWorkspace {
  readonly targets: Readonly<Record<string, RawTarget>>;
  readonly glossaries?: string | readonly string[];
  readonly style_rules?: string | readonly string[];
  readonly developer_keys?: string;
  readonly safety?: { readonly max_deletes?: MaxDeletes; readonly protect?: readonly string[] };
  readonly prune?: readonly string[];
  readonly ledger?: boolean | { readonly remote?: string; readonly dir?: string };
  readonly rule_catalog?: string;
  readonly concurrency?: number;
}

/** A number is a count, `10%` a share. What is not named allows nothing: `max_deletes: 20` means 20 and no share. */
function parseMaxDeletes(raw: MaxDeletes): { readonly count: number; readonly percent: number } {
  const limits = Array.isArray(raw) ? raw : [raw as number | string];
  const count = limits.find((limit) => typeof limit === 'number') ?? 0;
  const share = limits.find((limit) => typeof limit === 'string');
  return { count: Number(count), percent: share === undefined ? 0 : Number(String(share).slice(0, -1)) };
}

function ledgerPlace(raw: RawWorkspace['ledger']): LedgerPlace {
  if (raw === false) return { kind: 'none' };
  if (typeof raw !== 'object') return { kind: 'auto' };
  if (raw.remote !== undefined) return { kind: 'remote', remote: raw.remote };
  return raw.dir === undefined ? { kind: 'auto' } : { kind: 'dir', dir: raw.dir };
}

/** Path and text of each item of a value that may be one text or a list of them. */
const items = (key: string, raw: string | readonly string[]): readonly { path: YamlPath; text: string }[] =>
  typeof raw === 'string' ? [{ path: [key], text: raw }] : raw.map((text, index) => ({ path: [key, index], text }));

const ADDRESS_FORM = /^(?:\*|(?:glossary|style_rules|developer_key)\.\S+|glossar\S*\*|style\S*\*|developer_key\S*\*)$/u;

function checkAddresses(path: YamlPath, patterns: readonly string[], yaml: YamlFile): readonly Finding[] {
  return patterns.flatMap((pattern, index) =>
    ADDRESS_FORM.test(pattern)
      ? []
      : [
          {
            code: 'address-pattern',
            severity: 'error' as const,
            at: yaml.at([...path, index]),
            details: { pattern },
          },
        ],
  );
}

/** The content of `lexform.yaml`: the configuration with its defaults, or every fault. */
export function parseWorkspace(input: YamlInput): Checked<WorkspaceConfig> {
  const parsed = parseYaml(input);
  const yaml = parsed.value;
  if (yaml === undefined) return { findings: parsed.findings };
  const faults = schemaFindings(yaml, validateWorkspace);
  if (faults.length > 0) return { findings: faults };
  const raw = yaml.value as unknown as RawWorkspace;

  const findings: Finding[] = [];
  const targets = yaml.keys(['targets']).flatMap((name) => {
    const made = parseTarget(name, raw.targets[name] as RawTarget, yaml);
    findings.push(...made.findings);
    return made.target ?? [];
  });
  const patterns = [
    ...(raw.glossaries === undefined ? [] : items('glossaries', raw.glossaries)),
    ...(raw.style_rules === undefined ? [] : items('style_rules', raw.style_rules)),
    ...(raw.rule_catalog === undefined ? [] : items('rule_catalog', raw.rule_catalog)),
    ...(typeof raw.ledger === 'object' && raw.ledger.dir !== undefined
      ? [{ path: ['ledger', 'dir'], text: raw.ledger.dir }]
      : []),
    ...(raw.developer_keys === undefined ? [] : items('developer_keys', raw.developer_keys)),
  ];
  const origins = new Map<string, SourceRef>();
  for (const { path, text } of patterns) {
    const at = yaml.at(path);
    origins.set(text, at);
    if (!staysInside(text.replace(/^!/, ''))) {
      findings.push({ code: 'path-outside-workspace', severity: 'error', at, details: { path: text } });
    }
  }
  findings.push(
    ...checkAddresses(['safety', 'protect'], raw.safety?.protect ?? [], yaml),
    ...checkAddresses(['prune'], raw.prune ?? [], yaml),
  );
  if (hasErrors(findings)) return { findings };
  return {
    findings,
    value: {
      targets,
      ...(raw.glossaries !== undefined && { glossaries: [raw.glossaries].flat() }),
      ...(raw.style_rules !== undefined && { styleRules: [raw.style_rules].flat() }),
      ...(raw.developer_keys !== undefined && { developerKeys: raw.developer_keys }),
      safety: {
        maxDeletes:
          raw.safety?.max_deletes === undefined ? DEFAULT_SAFETY.maxDeletes : parseMaxDeletes(raw.safety.max_deletes),
        protect: raw.safety?.protect ?? DEFAULT_SAFETY.protect,
      },
      prune: raw.prune ?? [],
      ledger: ledgerPlace(raw.ledger),
      ...(raw.rule_catalog !== undefined && { ruleCatalog: raw.rule_catalog }),
      concurrency: raw.concurrency ?? 4,
      origins,
    },
  };
}

/** `lexform.yaml` of a workspace. `root` is absolute. Nothing but this file is read. */
export async function readWorkspace(ports: FilePorts, root: string): Promise<Checked<WorkspaceConfig>> {
  const namedAt: SourceRef = { file: WORKSPACE_FILE, line: 1, column: 1 };
  if ((await ports.realPath(join(root, WORKSPACE_FILE))) === undefined) {
    return { findings: [{ code: 'workspace-missing', severity: 'error', at: namedAt, details: {} }] };
  }
  const { value: bytes, findings } = await readInside(ports, { root, file: WORKSPACE_FILE, namedAt });
  return bytes === undefined ? { findings } : parseWorkspace({ bytes, file: WORKSPACE_FILE });
}

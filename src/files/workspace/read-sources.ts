import type { Checked, Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import { pushAll } from '../../model/push-all.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { mapConcurrent } from '../node/map-concurrent.ts';
import type { FilePorts } from '../ports.ts';
import { parseDeveloperKeysFile } from '../resources/developer-keys-file.ts';
import { readGlossary } from '../resources/read-glossary.ts';
import { readRuleCatalogue } from '../resources/read-rule-catalogue.ts';
import type { RuleCatalogue } from '../resources/rule-catalogue.ts';
import { parseStyleListFile } from '../resources/style-list-file.ts';
import { WORKSPACE_FILE } from './read-workspace.ts';
import type { DeveloperKeySource, GlossarySource, StyleListSource, WorkspaceSources } from './sources.ts';
import { readInside, withRealRoot } from './workspace-path.ts';

/** Glossaries or style lists that are read at once. */
const READ_AT_ONCE = 8;

const TOP: SourceRef = { file: WORKSPACE_FILE, line: 1, column: 1 };

/**
 * Every file that a list of patterns names, in code unit order. A pattern that names none is a warning: a list of
 * nothing asks for nothing.
 */
async function filesOf(
  patterns: readonly string[],
  { ports, root, config }: ReadInput,
): Promise<{ readonly files: readonly string[]; readonly findings: readonly Finding[] }> {
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  const files = new Set<string>();
  const findings: Finding[] = [];
  for (const pattern of patterns.filter((each) => !each.startsWith('!'))) {
    const found = await ports.glob([pattern, ...excluded], root);
    for (const file of found) files.add(file);
    if (found.length === 0) {
      const at = config.origins?.get(pattern) ?? TOP;
      findings.push({ code: 'pattern-matches-nothing', severity: 'warning', at, details: { pattern } });
    }
  }
  return { files: [...files].sort(byCodeUnit), findings };
}

interface ReadInput {
  readonly ports: FilePorts;
  readonly root: string;
  readonly config: WorkspaceConfig;
}

async function readGlossaries(
  input: ReadInput,
  patterns: readonly string[],
): Promise<Checked<readonly GlossarySource[]>> {
  const { files, findings: found } = await filesOf(patterns, input);
  const findings: Finding[] = [...found];
  const value: GlossarySource[] = [];
  const all = await mapConcurrent(files, READ_AT_ONCE, (file) => readGlossary(input.ports, input.root, file));
  for (const made of all) {
    pushAll(findings, made.findings);
    if (made.value !== undefined) value.push(made.value);
  }
  return { value, findings };
}

async function readStyleList(
  { ports, root }: ReadInput,
  file: string,
  catalogue: RuleCatalogue,
): Promise<Checked<StyleListSource>> {
  const namedAt: SourceRef = { file, line: 1, column: 1 };
  const { value: bytes, findings } = await readInside(ports, { root, file, role: 'style-list', namedAt });
  return bytes === undefined ? { findings } : parseStyleListFile({ bytes, file }, catalogue);
}

async function readStyleLists(
  input: ReadInput,
  patterns: readonly string[],
): Promise<Checked<readonly StyleListSource[]>> {
  const catalogue = await readRuleCatalogue(input.ports, input.root, input.config);
  const { files, findings: found } = await filesOf(patterns, input);
  const findings: Finding[] = [...catalogue.findings, ...found];
  const value: StyleListSource[] = [];
  const all = await mapConcurrent(files, READ_AT_ONCE, (file) => readStyleList(input, file, catalogue.value));
  for (const made of all) {
    pushAll(findings, made.findings);
    if (made.value !== undefined) value.push(made.value);
  }
  return { value, findings };
}

/**
 * The one file of developer keys. One that is not there is an error: an empty map in it says that there should be none.
 */
async function readDeveloperKeys(
  { ports, root, config }: ReadInput,
  file: string,
): Promise<Checked<readonly DeveloperKeySource[]>> {
  const namedAt = config.origins?.get(file) ?? TOP;
  const { value: bytes, findings } = await readInside(ports, { root, file, role: 'developer-keys', namedAt });
  return bytes === undefined ? { findings } : parseDeveloperKeysFile({ bytes, file });
}

/**
 * Reads every file that a workspace manages. The value holds what could be parsed, so that checks across files can
 * still run; when there are errors it is not the whole, and nothing may be planned from it.
 */
export async function readSources(
  ports: FilePorts,
  root: string,
  config: WorkspaceConfig,
): Promise<Checked<WorkspaceSources>> {
  const input = { ports: withRealRoot(ports, root), root, config };
  const glossaries = config.glossaries === undefined ? undefined : await readGlossaries(input, config.glossaries);
  const styleLists = config.styleRules === undefined ? undefined : await readStyleLists(input, config.styleRules);
  const developerKeys =
    config.developerKeys === undefined ? undefined : await readDeveloperKeys(input, config.developerKeys);
  return {
    value: {
      config,
      ...(glossaries !== undefined && { glossaries: glossaries.value ?? [] }),
      ...(styleLists !== undefined && { styleLists: styleLists.value ?? [] }),
      ...(developerKeys?.value !== undefined && { developerKeys: developerKeys.value }),
    },
    findings: [glossaries, styleLists, developerKeys].flatMap((kind) => kind?.findings ?? []),
  };
}

import { type Checked, type Finding, warningAt } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import { pushAll } from '../../model/push-all.ts';
import { topOf } from '../../model/source-ref.ts';
import type { CheckedFiles } from '../../model/workspace/checked-files.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { checkIdentities } from '../desired/check-identity.ts';
import { checkManaged } from '../desired/check-managed.ts';
import { mapConcurrent } from '../node/map-concurrent.ts';
import type { FilePorts } from '../ports.ts';
import { parseDeveloperKeysFile } from '../resources/developer-keys-file.ts';
import { readGlossary } from '../resources/read-glossary.ts';
import { type RuleCatalogue, readRuleCatalogue } from '../resources/rule-catalogue.ts';
import { parseStyleListFile } from '../resources/style-list-file.ts';
import { countChecked, countingReads } from './count-checked.ts';
import { readWorkspace, WORKSPACE_FILE } from './read-workspace.ts';
import type { WorkspaceSources } from './sources.ts';
import { readParsed, withRealRoot } from './workspace-path.ts';

/** Glossaries or style lists that are read at once. */
const READ_AT_ONCE = 8;

const byAddress = <Source extends { readonly address: string }>(sources: readonly Source[]): readonly Source[] =>
  [...sources].sort((left, right) => byCodeUnit(left.address, right.address));

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
      const at = config.origins?.get(pattern) ?? topOf(WORKSPACE_FILE);
      findings.push(warningAt('pattern-matches-nothing', at, { pattern }));
    }
  }
  return { files: [...files].sort(byCodeUnit), findings };
}

interface ReadInput {
  readonly ports: FilePorts;
  readonly root: string;
  readonly config: WorkspaceConfig;
}

/** What the files that some patterns name hold, in the order of the files. */
async function readEach<Source extends { readonly address: string }>(
  input: ReadInput,
  patterns: readonly string[],
  read: (file: string) => Promise<Checked<Source>>,
): Promise<{ readonly value: readonly Source[]; readonly findings: readonly Finding[] }> {
  const { files, findings: found } = await filesOf(patterns, input);
  const findings = [...found];
  const value: Source[] = [];
  for (const made of await mapConcurrent(files, READ_AT_ONCE, read)) {
    pushAll(findings, made.findings);
    if (made.value !== undefined) value.push(made.value);
  }
  return { value, findings };
}

/** What `lexform.yaml` asks for, as far as it could be parsed: when there are errors, nothing may be planned from it. */
export interface ReadSources {
  readonly sources: WorkspaceSources;
  /** The rules that style lists were checked with; absent: style lists are not managed. */
  readonly catalogue?: RuleCatalogue;
  readonly findings: readonly Finding[];
}

/** Reads every file that a configuration names, each once, and checks them one by one and together. */
export async function readSources(ports: FilePorts, root: string, config: WorkspaceConfig): Promise<ReadSources> {
  const input = { ports: withRealRoot(ports, root), root, config };
  const { glossaries: ofGlossaries, styleRules, developerKeys: keysFile } = config;
  const glossaries =
    ofGlossaries && (await readEach(input, ofGlossaries, (file) => readGlossary(input.ports, root, file)));
  const catalogue = styleRules && (await readRuleCatalogue(input.ports, root, config));
  const styleLists =
    catalogue &&
    (await readEach(input, styleRules, (file) =>
      readParsed(input.ports, { root, file, role: 'style-list', namedAt: topOf(file) }, (style) =>
        parseStyleListFile(style, catalogue.value),
      ),
    ));
  // A file that is not there is an error: an empty map in it says that there should be none.
  const keysAt = config.origins?.get(keysFile ?? '') ?? topOf(WORKSPACE_FILE);
  const developerKeys =
    keysFile === undefined
      ? undefined
      : await readParsed(
          input.ports,
          { root, file: keysFile, role: 'developer-keys', namedAt: keysAt },
          parseDeveloperKeysFile,
        );
  const sources: WorkspaceSources = {
    ...(glossaries !== undefined && { glossaries: byAddress(glossaries.value) }),
    ...(styleLists !== undefined && { styleLists: byAddress(styleLists.value) }),
    ...(developerKeys?.value !== undefined && { developerKeys: byAddress(developerKeys.value) }),
  };
  const ofFiles = [glossaries, catalogue, styleLists, developerKeys].flatMap((kind) => kind?.findings ?? []);
  return {
    sources,
    ...(catalogue !== undefined && { catalogue: catalogue.value }),
    // Of two that are alike, the later one in the order of the files is the one that is wrong.
    findings: [
      ...checkManaged(config),
      ...ofFiles,
      ...checkIdentities(glossaries?.value, styleLists?.value, developerKeys?.value),
    ],
  };
}

/** A workspace as far as its files could be read. */
export interface Workspace {
  /** Absolute. */
  readonly root: string;
  /** Absent: `lexform.yaml` has errors. */
  readonly config?: WorkspaceConfig;
  /** Absent with `config`. */
  readonly desired?: WorkspaceSources;
  readonly catalogue?: RuleCatalogue;
  /** Everything that was found, in every file. */
  readonly findings: readonly Finding[];
  readonly checked: CheckedFiles;
}

/**
 * files → desired: reads `lexform.yaml` and all that it names, and checks it. Rejects only when a file that is there
 * cannot be read. `adjust`: what is read beside or instead of what `lexform.yaml` names.
 */
export async function readDesired(
  files: FilePorts,
  root: string,
  adjust: (config: WorkspaceConfig) => WorkspaceConfig | Promise<WorkspaceConfig> = (config) => config,
): Promise<Workspace> {
  const { ports, count } = countingReads(files);
  const { value: written, findings: ofFile } = await readWorkspace(ports, root);
  if (written === undefined) return { root, findings: ofFile, checked: countChecked(count(), {}) };
  const config = await adjust(written);
  const { sources: desired, findings, ...rest } = await readSources(ports, root, config);
  return {
    root,
    config,
    desired,
    ...rest,
    findings: [...ofFile, ...findings],
    checked: countChecked(count(), desired),
  };
}

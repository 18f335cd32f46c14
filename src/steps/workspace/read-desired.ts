import { mapConcurrent } from '../../files/node/map-concurrent.ts';
import type { FilePorts } from '../../files/ports.ts';
import { addressNameOf, isOutside, withRealRoot } from '../../files/workspace/workspace-path.ts';
import {
  type AnyFiles,
  folderFile,
  isOneFile,
  type ReadContext,
  type ResourceSource,
  type SharedByKind,
  type WorkspaceSources,
} from '../../kinds/files/files-facet.ts';
import { FILES, sourcesOf } from '../../kinds/files/registry.ts';
import type { Noun } from '../../kinds/kind.ts';
import { childrenOf } from '../../kinds/ledger-content.ts';
import { isOnTarget } from '../../kinds/on-target.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { childNoun, kindNoun, partNoun } from '../../kinds/words.ts';
import { termCount } from '../../model/entries/entries.ts';
import { type Finding, type SourceRef, topOf, warningAt } from '../../model/finding.ts';
import { byCodeUnit, pushAll } from '../../model/lists.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { CheckedCount, CheckedFiles } from '../../model/workspace/checked-files.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { checkIdentities } from './check-identity.ts';
import { checkOutside, checkTargets, usableLayers } from './check-targets.ts';
import { checkManaged, readWorkspace } from './read-workspace.ts';

/** Patterns of names and stars, for which similar patterns can be tried. */
const PLAIN = /^(?!.*\*\*)[\w./*-]+\.(?:yaml|yml)$/;

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/**
 * Patterns for files that a pattern misses because of their extension, or because of one folder too many or too few.
 */
function nearPatterns(pattern: string, facet: AnyFiles): readonly string[] {
  const folder = folderOf(pattern);
  const name = pattern.slice(folder.length + 1);
  if (name.includes('*') || folderFile(facet) === undefined || !folder.endsWith('/*'))
    return [pattern.endsWith('.yml') ? pattern.replace(/yml$/, 'yaml') : pattern.replace(/yaml$/, 'yml')];
  // Matches both extensions with a star: a pattern without stars needs the glob library.
  const either = name.replace(/\.ya?ml$/, '.*ml');
  return [`${folder}/${either}`, `${folderOf(folder)}/${either}`, `${folder}/*/${either}`];
}

/** `en-de.csv`: a file that is found by its name, next to the main file of a folder. */
const NAMED_BY_PAIR = /(?:^|\/)[a-z]{2,3}(?:[-_][a-z]{2,4})?(?:-|_|->)[a-z]{2,3}(?:[-_][a-z]{2,4})?\.(?:csv|tsv)$/i;

/**
 * A warning for each file that probably belongs to a kind and that no pattern matches, and for each folder of tables
 * without the file that would name them. `known`: the matched files, and the tables that are read.
 */
async function unmatchedFiles(
  facet: AnyFiles,
  patterns: readonly string[],
  known: ReadonlySet<string>,
  { ports, root }: ReadContext,
): Promise<readonly Finding[]> {
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  const plain = patterns.filter((pattern) => PLAIN.test(pattern) && !isOutside(pattern));
  const found = async (near: readonly string[]): Promise<readonly string[]> => {
    const files = await Promise.all(near.map((pattern) => ports.glob([pattern, ...excluded], root)));
    return [...new Set(files.flat())].filter((file) => /\.(?:ya?ml|csv|tsv)$/.test(file) && !known.has(file));
  };
  const near = await found(plain.flatMap((pattern) => nearPatterns(pattern, facet)));
  const warnings = near.map((file) => warningAt('file-unmatched', topOf(file), { patterns: plain }));
  const folderFileName = folderFile(facet);
  if (folderFileName === undefined || facet.tables === undefined) return warnings;
  const folders = new Set([...known, ...near].map(folderOf));
  const tables = await found(plain.flatMap((pattern) => [`${folderOf(pattern)}/*.csv`, `${folderOf(pattern)}/*.tsv`]));
  const first = new Map<string, string>();
  for (const file of tables.filter((each) => NAMED_BY_PAIR.test(each)).sort(byCodeUnit))
    if (!folders.has(folderOf(file)) && !first.has(folderOf(file))) first.set(folderOf(file), file);
  const missing = `${folderFileName}.yaml`;
  return [...warnings, ...[...first.values()].map((file) => warningAt('file-unmatched', topOf(file), { missing }))];
}

/** Ports that count the files read through them. */
export function countingReads(ports: FilePorts): { readonly ports: FilePorts; readonly count: () => number } {
  const read = new Set<string>();
  return {
    ports: {
      ...ports,
      async readFile(path) {
        const bytes = await ports.readFile(path);
        if (bytes !== undefined) read.add(path);
        return bytes;
      },
      async readRegularFile(path, maxBytes) {
        const found = await ports.readRegularFile(path, maxBytes);
        if (found.kind === 'bytes') read.add(path);
        return found;
      },
    },
    count: () => read.size,
  };
}

/** Number of files of one kind that are read at the same time. */
const READ_AT_ONCE = 8;

/** Place of a pattern or path in `lexform.yaml`. */
const placeOf = ({ origins }: WorkspaceConfig, text: string): SourceRef => origins?.get(text) ?? topOf(WORKSPACE_FILE);

/** Every file that a list of patterns matches, in code unit order. A pattern without a match gives a warning. */
async function matchPatterns(
  patterns: readonly string[],
  { ports, root, config }: ReadContext,
): Promise<{ readonly files: readonly string[]; readonly findings: readonly Finding[] }> {
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  const files = new Set<string>();
  const findings: Finding[] = [];
  for (const pattern of patterns.filter((each) => !each.startsWith('!'))) {
    const found = await ports.glob([pattern, ...excluded], root);
    for (const file of found) files.add(file);
    if (found.length === 0) findings.push(warningAt('pattern-matches-nothing', placeOf(config, pattern), { pattern }));
  }
  return { files: [...files].sort(byCodeUnit), findings };
}

/** Result of reading the files of one kind. */
interface ReadKind {
  readonly facet: AnyFiles;
  /**
   * In the order of the files, with layers that are not published. `undefined`: the kind is not managed, or its only
   * file has no valid content.
   */
  readonly compiled: readonly ResourceSource[] | undefined;
  /** These sources as the files have them. */
  readonly written: readonly ResourceSource[] | undefined;
  readonly shared?: unknown;
  readonly named: readonly NamedFile[];
  readonly findings: readonly Finding[];
}

/** A file of one kind that a pattern in `lexform.yaml` matches. */
export interface NamedFile {
  readonly kind: ResourceKind;
  readonly file: string;
  /**
   * The CSV and TSV files that it names, or that belong to it by their names, if it can be read. For a resource with
   * layers: also the files of the layers.
   */
  readonly tables: readonly string[];
  /** The addresses of its resources; for a file without resources, those that its name would give. */
  readonly addresses: readonly ResourceAddress[];
  /** True: it has errors and gives no resource. Absent: it was read. */
  readonly isUnreadable?: true;
}

/** False for a layer that no target publishes. */
export const isPublishedSomewhere = ({ isUnpublished, on }: ResourceSource): boolean =>
  isUnpublished !== true || [...(on?.values() ?? [])].some(({ isPublished }) => isPublished === true);

/** The addresses that the names of files give. An invalid name gives none. */
const addressesOf = (facet: AnyFiles, files: readonly string[]): readonly ResourceAddress[] => {
  const { prefix } = kindNamed(facet.kind);
  return files
    .flatMap((file) => addressNameOf(file, folderFile(facet)).name ?? [])
    .map((name) => `${prefix}.${name}` as const);
};

async function readKind(facet: AnyFiles, patterns: readonly string[], context: ReadContext): Promise<ReadKind> {
  const { ports, root, config } = context;
  const prepared = await facet.prepare?.(context);
  const isOne = isOneFile(facet);
  const matched = isOne ? { files: patterns, findings: [] } : await matchPatterns(patterns, context);
  const findings = [...(prepared?.findings ?? []), ...matched.findings];
  const sources: ResourceSource[] = [];
  let isRead = !isOne;
  const place = (file: string) => ({ root, file, namedAt: isOne ? placeOf(config, file) : topOf(file) });
  const all = await mapConcurrent(matched.files, READ_AT_ONCE, async (file) => {
    const parsed = await facet.read(ports, place(file), prepared?.value);
    const folderTables = parsed.value === undefined ? await facet.tables?.(ports, place(file)) : undefined;
    return { file, tables: folderTables?.map((table) => table.file), ...parsed };
  });
  const named: NamedFile[] = [];
  for (const parsed of all) {
    const { file, value, tables = [] } = parsed;
    const found = value?.map(({ address }) => address) ?? [];
    const addresses = found.length > 0 || isOne ? found : addressesOf(facet, [file]);
    named.push({ kind: facet.kind, file, tables, addresses, ...(value === undefined && { isUnreadable: true }) });
    pushAll(findings, parsed.findings);
    pushAll(sources, parsed.value ?? []);
    isRead ||= parsed.value !== undefined;
  }
  const compiled = prepared?.compile?.(
    sources,
    named.flatMap(({ addresses }) => addresses),
  );
  pushAll(findings, compiled?.findings ?? []);
  const layers = (addresses: readonly ResourceAddress[]): readonly string[] =>
    addresses.flatMap((address) => compiled?.files.get(address) ?? []);
  if (!isOne) {
    const known = [
      ...matched.files,
      ...sources.flatMap((source) => (facet.partFiles?.(source) ?? []).map(({ file }) => file)),
    ];
    pushAll(findings, await unmatchedFiles(facet, patterns, new Set(known), context));
  }
  return {
    facet,
    written: isRead ? sources : undefined,
    compiled: isRead ? (compiled?.sources ?? sources) : undefined,
    shared: prepared?.value,
    named: named.map((each) => ({ ...each, tables: [...new Set([...each.tables, ...layers(each.addresses)])] })),
    findings,
  };
}

/**
 * The desired state in the files that `lexform.yaml` names, where they could be parsed. With errors, no plan may be
 * made from it.
 */
export interface ReadSources {
  readonly sources: WorkspaceSources;
  /** The sources, with layers that are not published. */
  readonly compiled: WorkspaceSources;
  /** The compiled sources as the files have them: without inherited values. */
  readonly written: WorkspaceSources;
  /**
   * Content that was read once for all files of a kind. A kind is absent if it is not managed or needs no shared
   * content.
   */
  readonly shared: SharedByKind;
  readonly named: readonly NamedFile[];
  readonly findings: readonly Finding[];
}

const publishedOf = ({ compiled }: ReadKind): readonly ResourceSource[] | undefined =>
  compiled?.filter(isPublishedSomewhere);

/** Reads every file that a configuration names, each once, and checks the files separately and together. */
export async function readSources(ports: FilePorts, root: string, config: WorkspaceConfig): Promise<ReadSources> {
  const { layers, findings: layerFindings } = await usableLayers(ports, root, config);
  const context = { ports: { ...withRealRoot(ports, root), layers }, root, config };
  const read: ReadKind[] = [];
  for (const facet of FILES) {
    const patterns = config.patterns[facet.kind];
    if (patterns !== undefined) read.push(await readKind(facet, patterns, context));
  }
  const byAddress = (sources: readonly ResourceSource[]): readonly ResourceSource[] =>
    [...sources].sort((left, right) => byCodeUnit(left.address, right.address));
  const managed = (of: (kind: ReadKind) => readonly ResourceSource[] | undefined): WorkspaceSources =>
    Object.fromEntries(
      read.flatMap((each) => {
        const sources = of(each);
        return sources === undefined ? [] : [[kindNamed(each.facet.kind).plural, byAddress(sources)] as const];
      }),
    );
  const all = {
    written: read.flatMap((each) => each.written ?? []),
    compiled: read.flatMap((each) => publishedOf(each) ?? []),
  };
  const named = read.flatMap((each) => each.named);
  const unread = named.flatMap((each) => (each.isUnreadable ? each.addresses : []));
  const shared = read.flatMap(({ facet: { kind }, shared }) => (shared === undefined ? [] : [[kind, shared] as const]));
  return {
    sources: managed(publishedOf),
    compiled: managed(({ compiled }) => compiled),
    written: managed(({ written }) => written),
    shared: Object.fromEntries(shared),
    named,
    findings: [
      ...checkManaged(config),
      ...layerFindings,
      ...read.flatMap(({ findings }) => findings),
      ...read.flatMap((each) => checkIdentities(each.facet, publishedOf(each) ?? [], config.targets)),
      ...checkTargets(config, all, unread),
      ...checkOutside(
        config,
        unread.length > 0 ? [] : layers,
        named.flatMap(({ file, tables }) => [file, ...tables]),
        all.compiled,
      ),
    ],
  };
}

/**
 * The resources, children and terms of compiled sources, as plans count them. A kind whose resources share one file,
 * such as developer keys, is counted only if there are some, because few workspaces have it.
 */
const countsOf = (sources: WorkspaceSources, isCounted: (source: ResourceSource) => boolean) =>
  FILES.filter((facet) => !isOneFile(facet) || sourcesOf(sources, facet)?.length).flatMap(
    (facet): readonly CheckedCount[] => {
      const kind = kindNamed(facet.kind);
      const resources = (sourcesOf(sources, facet) ?? []).filter(isCounted);
      const resourceCount = namedCount(kindNoun(kind), resources.length, kind.plural);
      if (kind.children === undefined) return [resourceCount];
      const children = resources.flatMap((each) => [...childrenOf(kind, kind.contentOf(each)).values()]);
      return [
        resourceCount,
        namedCount(childNoun(kind), children.length),
        namedCount(partNoun(kind, 'entry'), termCount(children)),
      ];
    },
  );

const namedCount = ([one, many]: Noun, count: number, name = many): CheckedCount => ({ name, count, one, many });

/** Numbers of the content of all targets, as plans count it, and of files without a resource on a target. */
function countChecked(
  { sources, named }: Pick<ReadSources, 'sources' | 'named'>,
  { targets }: Pick<WorkspaceConfig, 'targets'>,
): Omit<CheckedFiles, 'files'> {
  const onSome = (source: ResourceSource): boolean => targets.some((target) => isOnTarget(source, target));
  const counts = countsOf(sources, onSome);
  const onTargets = targets
    .map((target) => [target.name, countsOf(sources, (source) => isOnTarget(source, target))] as const)
    .filter(([, there]) => there.some(({ count }, index) => count !== counts[index]?.count));
  const isThere = new Set<string>(
    Object.values(sources).flatMap((all) => all.filter(onSome).map((each) => each.address)),
  );
  const elsewhere = named.filter(
    ({ addresses, isUnreadable }) => !isUnreadable && !addresses.some((each) => isThere.has(each)),
  );
  const notCounted = FILES.filter((facet) => !isOneFile(facet)).flatMap(({ kind }) => {
    const count = elsewhere.filter((each) => each.kind === kind).length;
    return count === 0 ? [] : [namedCount(kindNoun(kindNamed(kind)), count, kindNamed(kind).plural)];
  });
  return {
    counts,
    ...(onTargets.length > 0 && { onTargets: new Map(onTargets) }),
    ...(notCounted.length > 0 && { notCounted }),
  };
}

/** A workspace with the files that could be read. */
export interface FilesRead {
  /** Absolute. */
  readonly root: string;
  /** Absent: `lexform.yaml` has errors. */
  readonly config?: WorkspaceConfig;
  /** Absent with `config`. */
  readonly desired?: WorkspaceSources;
  /** Absent with `config`: see `ReadSources`. */
  readonly compiled?: WorkspaceSources;
  readonly written?: WorkspaceSources;
  readonly shared?: SharedByKind;
  /** Absent with `config`. */
  readonly named?: readonly NamedFile[];
  /** All findings, in all files. */
  readonly findings: readonly Finding[];
  readonly checked: CheckedFiles;
}

/**
 * files → desired: reads `lexform.yaml` and all files that it names, and checks them. Rejects only if an existing file
 * cannot be read. `adjust`: changes the configuration before the files are read.
 */
export async function readDesired(
  files: FilePorts,
  root: string,
  adjust: (config: WorkspaceConfig) => WorkspaceConfig | Promise<WorkspaceConfig> = (config) => config,
): Promise<FilesRead> {
  const { ports, count } = countingReads(files);
  const { value: written, findings: configFindings } = await readWorkspace(ports, root);
  if (written === undefined)
    return { root, findings: configFindings, checked: { files: count(), counts: countsOf({}, () => true) } };
  const config = await adjust(written);
  const read = await readSources(ports, root, config);
  const { sources: desired, findings, ...rest } = read;
  return {
    root,
    config,
    desired,
    ...rest,
    findings: [...configFindings, ...findings],
    checked: { files: count(), ...countChecked(read, config) },
  };
}

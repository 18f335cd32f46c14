import type { ImportReport } from '../../files/exchange/import-report.ts';
import type { FilePorts } from '../../files/ports.ts';
import { addressNameOf, isOutside, readInside, readingOnce, readParsed } from '../../files/workspace/workspace-path.ts';
import { folderFile } from '../../kinds/files/files-facet.ts';
import type { StagedFiles } from '../../kinds/files/pull-context.ts';
import { filesOf, isManaged } from '../../kinds/files/registry.ts';
import { GLOSSARY_ROLE, IMPORT_ROLE } from '../../kinds/glossary/files/file-roles.ts';
import { parseImports, readGlossary } from '../../kinds/glossary/files/read-glossary.ts';
import { glossaryAddress } from '../../kinds/glossary/glossary.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { errorsIn, type Finding, hasErrors, topOf } from '../../model/finding.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { stageFiles } from '../pull/staged-files.ts';
import { editWorkspaceFile, pathIn, workspaceText } from '../workspace/write-workspace.ts';
import { type ImportRequest, importTerms } from './import-terms.ts';
import { termFiles } from './term-files.ts';
import { languagesOfPairs, languagesToSend, unknownLanguages, unsentLanguages } from './unsent-languages.ts';

/** One import as requested by a caller: the name of the glossary, and its settings. */
export type NamedRequest = Omit<ImportRequest, 'file'>;

export interface ImportInput {
  readonly files: FilePorts;
  readonly root: string;
  /** Absent: the folder becomes a workspace. */
  readonly config?: WorkspaceConfig;
  /** The import; absent: all imports in `imports:` of the glossaries. */
  readonly request?: NamedRequest;
}

/** The files of a workspace after imports. Nothing is written. */
export interface ImportedWorkspace {
  readonly reports: readonly ImportReport[];
  /** Path relative to the root → the new content of an edited or new file. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  /** The findings; with errors, nothing may be written. */
  readonly findings: readonly Finding[];
  /** Errors of the glossaries after the import. */
  readonly faults: readonly Finding[];
}

const GLOSSARY = filesOf('glossary');

/** Makes the folder a workspace, or makes its `lexform.yaml` manage glossaries. */
async function manageGlossaries(staged: StagedFiles, config: WorkspaceConfig | undefined): Promise<void> {
  const { pattern } = GLOSSARY;
  const { key } = kindNamed(GLOSSARY.kind);
  if (config === undefined) {
    await staged.create(WORKSPACE_FILE, workspaceText({ kind: 'embedded', name: 'local' }, [GLOSSARY]));
    await staged.create('.gitignore', '.lexform/\n');
  } else if (!isManaged(config, GLOSSARY))
    await staged.edit(WORKSPACE_FILE, topOf(WORKSPACE_FILE), (bytes) =>
      editWorkspaceFile({ bytes, file: WORKSPACE_FILE }, [[key, pattern]]),
    );
}

/** The imports listed in the glossaries of a workspace, each with its file read. */
async function listedRequests(
  files: FilePorts,
  root: string,
  glossaries: readonly (readonly [name: string, file: string])[],
): Promise<{ readonly requests: readonly ImportRequest[]; readonly findings: readonly Finding[] }> {
  const requests: ImportRequest[] = [];
  const findings: Finding[] = [];
  for (const [name, file] of glossaries) {
    const parsed = await readParsed(files, { root, file, role: GLOSSARY_ROLE, namedAt: topOf(file) }, parseImports);
    findings.push(...errorsIn(parsed.findings));
    for (const { file: from, at, ...settings } of parsed.value ?? []) {
      const read = await readInside(files, { root, file: from, role: IMPORT_ROLE, namedAt: at });
      findings.push(...read.findings);
      if (read.value !== undefined) requests.push({ ...settings, from, name, file, bytes: read.value });
    }
  }
  return { requests, findings };
}

/**
 * Imports one file, or all files that the glossaries list, one after the other into the same staged files. If one of
 * them has errors, no file is changed.
 */
export async function importWorkspace({ root, config, request, ...input }: ImportInput): Promise<ImportedWorkspace> {
  const files = readingOnce(input.files);
  const staged = await stageFiles(files, root);
  const patterns = config?.patterns.glossary ?? [];
  const found = patterns.length === 0 ? [] : await files.glob(patterns, root);
  const glossaries = found.flatMap((file) => {
    const { name } = addressNameOf(file, folderFile(GLOSSARY));
    return name === undefined ? [] : [[name, file] as const];
  });
  const fileOf = (name: string): string =>
    glossaries.find(([each]) => each === name)?.[1] ?? pathIn(GLOSSARY, patterns)(name);
  const { requests, findings } =
    request === undefined
      ? await listedRequests(
          files,
          root,
          glossaries.filter(([, file]) => !isOutside(file)),
        )
      : { requests: [{ ...request, file: fileOf(request.name) }], findings: [] };
  await manageGlossaries(staged, config);
  const reports: ImportReport[] = [];
  for (const each of requests) reports.push(await importTerms(staged, root, each));
  // An error of a staged file is also in its report.
  const all = [...findings, ...new Set([...reports.flatMap((report) => report.findings), ...staged.findings])];
  if (hasErrors(all)) return { reports, files: new Map(), findings: all, faults: [] };
  const faults: Finding[] = [];
  for (const { file, name } of new Map(requests.map((each) => [each.file, each])).values()) {
    const { value: read, findings: found } = await readGlossary(staged.ports, { root, file });
    faults.push(...errorsIn(found));
    const { value: files } = await termFiles(staged.ports, root, file);
    for (const [at, report] of reports.entries())
      if (report.address === glossaryAddress(name)) {
        const sent =
          read === undefined || hasErrors(found)
            ? languagesToSend(files, report.languages)
            : languagesOfPairs(read.flatMap(({ dictionaries }) => [...dictionaries.keys()]));
        const more = [...unsentLanguages(report, sent), ...unknownLanguages(report, sent)];
        reports[at] = { ...report, losses: [...report.losses, ...more] };
      }
  }
  return { reports, files: staged.files(), findings: all, faults };
}

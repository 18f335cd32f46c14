import { delimiter, dirname, extname, join, resolve } from 'node:path';
import type { CommandResult } from '../../../app/exit-code.ts';
import { mergeUnmerged } from '../../../app/merge-unmerged.ts';
import type { Ports } from '../../../app/ports.ts';
import { approve } from '../../../app/run/approve.ts';
import { findWorkspace } from '../../../app/session/find-workspace.ts';
import { openConfig, workspaceRoot } from '../../../app/session/open-workspace.ts';
import { quoteCells } from '../../../files/delimited/quote-cells.ts';
import type { TableForm } from '../../../files/dictionary/table-schema.ts';
import { mergeFile } from '../../../files/merge/merge-file.ts';
import { termLines } from '../../../files/merge/term-lines.ts';
import { roleOf } from '../../../files/workspace/file-role.ts';
import { readingOnce, wayInside } from '../../../files/workspace/workspace-path.ts';
import { FILES } from '../../../kinds/files/registry.ts';
import type { GitResult } from '../../../ledger/ports.ts';
import { UsageError } from '../../../model/errors.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../../model/workspace/workspace.ts';
import { jsonText } from '../../../review/format/json-text.ts';
import { findingsText } from '../../../review/messages/finding-text.ts';
import { type MergeOutcome, mergedJson, mergedText } from '../../../review/messages/merged-text.ts';
import { textForTerminal } from '../../../review/translate/translate-text.ts';
import { readTermFiles } from '../../../steps/workspace/term-files.ts';
import type { MergeOptions } from '../options/file-commands.ts';

const ATTRIBUTES = '.gitattributes';
const DRIVER = 'merge=lexform';
const DIFF = 'diff=lexform';

/** Patterns that git reads as Lexform does. */
const isPlainPattern = (pattern: string): boolean => /^[\w./*-]+$/.test(pattern);

/** A path of `.gitattributes`, from its folder. */
const literal = (file: string): string => {
  const path = `/${file.replace(/[*?[\]\\]/g, '\\$&')}`;
  return /^[\w./@+=,-]+$/.test(path) ? path : JSON.stringify(path);
};

const folderOf = (path: string): string =>
  path
    .split('/')
    .slice(0, -1)
    .map((part) => `${part}/`)
    .join('');

/** The lines that make git merge the present and future files of a workspace with Lexform. */
async function attributeLines(root: string, config: WorkspaceConfig, { files }: Ports): Promise<readonly string[]> {
  const patterns = FILES.flatMap((facet) => {
    const plainPatterns = (config.patterns[facet.kind] ?? []).filter(isPlainPattern);
    const tables =
      facet.tables === undefined
        ? []
        : plainPatterns.flatMap((pattern) => ['csv', 'tsv'].map((ending) => `${folderOf(pattern)}*.${ending}`));
    return [
      ...plainPatterns.map((pattern) => ({ pattern, diff: false })),
      ...tables.map((pattern) => ({ pattern, diff: true })),
    ];
  });
  const covered = new Set(
    await files.glob(
      patterns.map(({ pattern }) => pattern),
      root,
    ),
  );
  const others = (await readTermFiles(files, root)).filter(({ file }) => file !== WORKSPACE_FILE && !covered.has(file));
  const line = (path: string, diff: boolean): string => `${path} ${DRIVER}${diff ? ` ${DIFF}` : ''}`;
  return [
    line(`/${WORKSPACE_FILE}`, false),
    ...patterns.map(({ pattern, diff }) => line(`/${pattern}`, diff)),
    ...others.map(({ file, kind }) => line(literal(file), kind === 'table')),
  ];
}

/** The folder for programs of a project, which npm adds to the path while one of its scripts runs. */
const OF_PROJECT = /[\\/]node_modules[\\/]\.bin[\\/]?$/;

/**
 * The command with which git can start Lexform at any time: its name if it is on the path, or otherwise a package of
 * the project.
 */
async function usualCommand({ env, files }: Ports): Promise<string> {
  const folders = (env('PATH') ?? env('Path') ?? '').split(delimiter);
  const found = await Promise.all(
    folders
      .filter((folder) => folder !== '' && !OF_PROJECT.test(folder))
      .map((folder) => files.realPath(join(folder, 'lexform')).catch(() => undefined)),
  );
  return found.some((path) => path !== undefined) ? 'lexform' : 'npx --no-install lexform';
}

/**
 * The settings of a clone. If a driver cannot be started, git reports a conflict and leaves our file without conflict
 * markers. To avoid that, the command then calls git's own merge, line by line. If the diff fails, the plain file is
 * shown.
 */
const settingsOf = (command: string) =>
  [
    ['merge.lexform.name', 'terms by Lexform'],
    [
      'merge.lexform.driver',
      `${command} merge -- %O %A %B %P || { code=$?; grep -q '<<<<<<<' %A && exit $code; ` +
        'git merge-file -L ours -L base -L theirs %A %O %B; }',
    ],
    ['diff.lexform.textconv', `terms() { ${command} merge --textconv "$1" 2>/dev/null || cat "$1"; }; terms`],
  ] as const;

/**
 * Makes Lexform the merge driver and the diff of the files of the workspace: with lines in `.gitattributes`, which
 * belong to the repository, and settings of this clone. It shows them and asks first. Existing lines and settings stay.
 */
async function installDriver(options: MergeOptions, commandPorts: Ports): Promise<string> {
  const ports = { ...commandPorts, files: readingOnce(commandPorts.files) };
  const { root, config } = await openConfig(options, ports);
  const command = options.command ?? (await usualCommand(ports));
  if (/[\r\n]/.test(command)) throw new UsageError('--command contains a line end; write one line');
  const git = ports.git(root);
  if ((await git.run(['rev-parse', '--git-dir'])).code !== 0)
    throw new UsageError('the workspace is not in a git repository, so a merge driver cannot be set');
  const settings = settingsOf(command);
  const path = join(root, ATTRIBUTES);
  const before = new TextDecoder().decode((await ports.files.readFile(path)) ?? new Uint8Array());
  const known = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  const added = (await attributeLines(root, config, ports)).filter((line) => !known.has(line));
  const lines = added.map((line) => `  ${line}\n`).join('');
  const shown = settings.map(([name, value]) => `  ${name} = ${value}\n`).join('');
  ports.terminal.err(
    textForTerminal(
      `${added.length === 0 ? '' : `Lines for ${ATTRIBUTES}, to commit:\n${lines}`}Settings of this clone:\n${shown}`,
    ),
  );
  await approve(
    { question: 'Write them?', flag: '--auto-approve', isApproved: options.autoApprove, json: options.json },
    ports.terminal,
  );
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  if (added.length > 0)
    await ports.files.writeFile(path, `${before}${gap}${added.map((line) => `${line}\n`).join('')}`);
  for (const [name, value] of settings) {
    const { code, err } = await git.run(['config', '--local', name, value]);
    if (code !== 0) throw new UsageError(`git config ${name} failed: ${err.trim()}`);
  }
  return `Installed. Commit ${ATTRIBUTES}; every other clone runs "lexform merge --install" once.\n`;
}

/**
 * The form of a CSV or TSV file according to the nearest workspace; empty without a workspace, or if it does not name
 * the file. During a merge, the workspace's own files may be in conflict: then the file is read by its name and its
 * header.
 */
async function findForm(path: string, ports: Ports): Promise<TableForm> {
  const absolute = resolve(ports.cwd, path);
  const root = await findWorkspace({ ...ports, cwd: dirname(absolute) });
  if (root === undefined) return {};
  const files = await readTermFiles(ports.files, root);
  const found = files.find(({ file }) => file === wayInside(root, absolute));
  return found?.kind === 'table' ? found.form : {};
}

/** Maximum number of bytes of one version: the limit for workspace files. */
const MAX_BYTES = roleOf('edited').maxBytes;

/** The files of a three-way merge, and their path in the repository. */
export interface ThreeFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path?: string | undefined;
}

async function readVersion(path: string, { files, cwd }: Ports): Promise<Uint8Array> {
  const real = await files.realPath(resolve(cwd, path));
  const read = real === undefined ? { kind: 'absent' as const } : await files.readRegularFile(real, MAX_BYTES);
  if (read.kind === 'bytes') return read.bytes;
  if (read.kind === 'too-large')
    throw new UsageError(`${JSON.stringify(path)} has ${read.size} bytes, at most ${MAX_BYTES} are merged`);
  throw new UsageError(`${JSON.stringify(path)} is not a file; name the base, our file and their file`);
}

/** Git's merge of three files by lines. `write`: git writes the result to the second file. */
function mergeLines({ base, ours, theirs }: ThreeFiles, { git, cwd }: Ports, write = false): Promise<GitResult> {
  const names = ['-L', 'ours', '-L', 'base', '-L', 'theirs'];
  const places = [ours, base, theirs].map((path) => resolve(cwd, path));
  return git(cwd).run(['merge-file', ...(write ? [] : ['-p']), '-q', ...names, '--', ...places]);
}

async function mergeByTerm(three: ThreeFiles, ports: Ports): Promise<MergeOutcome> {
  const { ours, path = ours } = three;
  const read = (file: string): Promise<Uint8Array> => readVersion(file, ports);
  const versions = { base: await read(three.base), ours: await read(ours), theirs: await read(three.theirs) };
  const byLines = /^\.ya?ml$/i.test(extname(path)) ? await mergeLines(three, ports) : undefined;
  const merged = mergeFile(
    { ...versions, file: path, ...(byLines?.code === 0 && { byLines: byLines.out }) },
    await findForm(path, ports),
  );
  if (merged?.kind === 'merged') {
    await ports.files.writeFile(resolve(ports.cwd, ours), merged.bytes);
    const findings = quoteCells([...merged.conflicts, ...(merged.warnings ?? [])], true);
    return { file: path, state: merged.conflicts.length > 0 ? 'conflicts' : 'merged', findings };
  }
  const { code, err } = await mergeLines(three, ports, true);
  // The number of conflicts, at most 127. A higher code is an error, for example for a binary file.
  if (code > 127) throw new UsageError(`git could not merge ${JSON.stringify(path)}: ${err.trim()}`);
  const findings = quoteCells(merged?.findings ?? [], true);
  return { file: path, state: code === 0 && findings.length === 0 ? 'merged' : 'by-lines', findings };
}

/**
 * Merges three files and writes the result to our file. A file that cannot be merged by term is merged by git. After an
 * error, our file must not look merged to git either, so it gets the conflicts of its lines.
 */
async function mergeFiles(three: ThreeFiles, ports: Ports): Promise<MergeOutcome> {
  try {
    return await mergeByTerm(three, ports);
  } catch (error) {
    await mergeLines(three, ports, true);
    throw error;
  }
}

/** Prints a file as `git diff` shows it. Git calls this with a copy in a temporary folder. */
async function textconv(file: string, { files, cwd }: Ports): Promise<CommandResult> {
  const bytes = await files.readFile(resolve(cwd, file));
  if (bytes === undefined) throw new UsageError(`${JSON.stringify(file)} is not a file`);
  // The workspace of the file is unknown here, so the file is read by its name and header. If this fails, its text is
  // shown unchanged.
  const text = textForTerminal(termLines({ bytes, file }) ?? new TextDecoder().decode(bytes));
  return { outcome: 'ok', output: { text: () => text } };
}

/**
 * `merge`: merges term files by term and column, either three files as git's merge driver, or all files that git left
 * unmerged. With conflicts it exits with code 1, as git expects.
 */
export async function merge(options: MergeOptions, ports: Ports): Promise<CommandResult> {
  const { base, ours, theirs, path } = options;
  if (options.textconv !== undefined) return textconv(options.textconv, ports);
  if (options.install) {
    const text = await installDriver(options, ports);
    return {
      outcome: 'ok',
      output: { json: () => jsonText({ formatVersion: 1, installed: true }), text: () => text },
    };
  }
  if (base === undefined) {
    const outcomes = await mergeUnmerged(workspaceRoot(options, ports), ports);
    return {
      outcome: outcomes.every(({ state }) => state === 'merged') ? 'ok' : 'error',
      output: { json: () => mergedJson(outcomes), text: () => mergedText(outcomes) },
    };
  }
  if (ours === undefined || theirs === undefined)
    throw new UsageError('three files are needed: the base, our file, which gets the result, and their file');
  const outcome = await mergeFiles({ base, ours, theirs, path }, ports);
  return {
    outcome: outcome.state === 'merged' ? 'ok' : 'error',
    output: {
      json: () => mergedJson([outcome]),
      text: () => '',
      notes: ({ json }) => (json ? '' : findingsText(outcome.findings)),
    },
  };
}

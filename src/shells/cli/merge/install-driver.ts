import { delimiter, join } from 'node:path';
import type { Ports } from '../../../app/ports.ts';
import { approve } from '../../../app/run/approve.ts';
import { openConfig } from '../../../app/session/open-workspace.ts';
import { readingOnce } from '../../../files/workspace/workspace-path.ts';
import { FILES } from '../../../kinds/files/registry.ts';
import { UsageError } from '../../../model/errors.ts';
import { WORKSPACE_FILE, type WorkspaceConfig } from '../../../model/workspace/workspace.ts';
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
export async function installDriver(options: MergeOptions, commandPorts: Ports): Promise<string> {
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

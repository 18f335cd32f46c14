import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import type { FilePorts } from '../../src/files/ports.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { argumentsOf, EVERY_COMMAND, embeddedWorld } from './every-command.ts';

/** How often a file is read; with the reason, where that is more than once. */
type Times = 1 | readonly [times: number, reason: string];
type Reads = Readonly<Record<string, Times>>;

const CONFIG: Reads = { 'lexform.yaml': 1 };
const RESOURCES = [
  'developer-keys.yaml',
  'glossaries/product/en-de.csv',
  'glossaries/product/glossary.yaml',
  'style-rules/marketing-de.yaml',
];
const resourcesOf = (folder: string): Reads => Object.fromEntries(RESOURCES.map((file) => [`${folder}${file}`, 1]));
const WORKSPACE: Reads = { ...CONFIG, ...resourcesOf('') };
/** An entry of the ledger, and its content: the index, and what is not the same as in the files. */
const ENTRY: Reads = { 'ledger/entry': 1, 'ledger/content': 1 };
const HELD: Reads = { 'ledger/lock': [2, 'a lock is compared before it is moved, and once more before it is dropped'] };

/** Command and more arguments → how often it reads each file. */
const READS: Readonly<Record<string, Reads>> = {
  init: {},
  validate: WORKSPACE,
  lint: WORKSPACE,
  fmt: WORKSPACE,
  merge: CONFIG,
  plan: { ...WORKSPACE, ...ENTRY },
  'plan --preview': { ...WORKSPACE, ...ENTRY },
  apply: { ...WORKSPACE, ...ENTRY, ...HELD },
  pull: { ...WORKSPACE, ...ENTRY },
  'pull --force': {
    ...WORKSPACE,
    ...ENTRY,
    'glossaries/product/en-de.csv': [2, 'it is edited: compared with what was read before it is written'],
  },
  drift: { ...WORKSPACE, ...ENTRY },
  'service compare': { ...WORKSPACE, ...ENTRY },
  log: { ...CONFIG, 'ledger/entry': 1 },
  'log --show latest': { ...CONFIG, ...ENTRY },
  'ledger ids': { ...CONFIG, ...ENTRY },
  'ledger unlock': { ...CONFIG, 'ledger/lock': 1 },
  'ledger forget': { ...CONFIG, ...ENTRY },
  'ledger adopt': { ...WORKSPACE, ...ENTRY },
  // A run without changes looks for the lock of a run that was killed.
  rollback: { ...WORKSPACE, ...ENTRY, 'ledger/lock': 1 },
  backup: { ...WORKSPACE, ...ENTRY, ...resourcesOf('kept/') },
  restore: {
    ...WORKSPACE,
    ...ENTRY,
    ...HELD,
    'ledger/content': [2, 'a content that the entry before has too is compared before it is kept'],
    'saved/backup.json': 1,
    ...resourcesOf('saved/'),
  },
  'service languages': CONFIG,
  'service usage': CONFIG,
  'service voice translate': CONFIG,
  'service voice status': CONFIG,
  'service voice download': CONFIG,
  'service translate': { ...WORKSPACE, ...ENTRY },
  serve: {},
  'serve --seed .': WORKSPACE,
  'service list': CONFIG,
  'service memories': CONFIG,
  doctor: { ...WORKSPACE, ...ENTRY, 'ledger/lock': 1 },
  'ledger confirm-address': { ...CONFIG, ...ENTRY },
  explain: { ...WORKSPACE, ...ENTRY },
  import: { ...CONFIG, 'list.csv': 1, 'glossaries/product/glossary.yaml': 1, 'glossaries/product/en-de.csv': 1 },
  export: WORKSPACE,
  completion: {},
  help: {},
};

/** The name of a file in the table: numbers and digests of the ledger are left out. */
function nameOf(way: string): string {
  const [, part] = /^\.lexform\/ledger\/test\/(entries|files|locks)\//.exec(way) ?? [];
  return part === undefined ? way : `ledger/${{ entries: 'entry', files: 'content', locks: 'lock' }[part]}`;
}

/** The same ports, and how often each file was read through them. The data of the embedded service is its own. */
async function counting(cwd: string) {
  const files = nodeFiles();
  const real = (await files.realPath(cwd)) ?? cwd;
  const reads = new Map<string, number>();
  const count = (path: string): void => {
    const way = relative(path.startsWith(real) ? real : cwd, path);
    if (!way.startsWith('.lexform/service/')) reads.set(way, (reads.get(way) ?? 0) + 1);
  };
  const ports: FilePorts = {
    ...files,
    async readFile(path) {
      const bytes = await files.readFile(path);
      if (bytes !== undefined) count(path);
      return bytes;
    },
    async readRegularFile(path, maxBytes) {
      const found = await files.readRegularFile(path, maxBytes);
      if (found.kind === 'bytes') count(path);
      return found;
    },
    readStream(path) {
      count(path);
      return files.readStream(path);
    },
  };
  return { ports, reads };
}

test('every command has a row', () => {
  expect(EVERY_COMMAND.filter((command) => READS[command] === undefined)).toEqual([]);
});

test.each(Object.keys(READS))('%s reads each file as often as its row says', async (row) => {
  const [command = '', option] = row.split(/ (?=--)/);
  const cwd = await tempWorkspace({});
  const world = await embeddedWorld(cwd);
  if (command === 'pull') await writeFile(join(cwd, 'glossaries/product/en-de.csv'), 'house,Heim\ncat,Katze\n');
  const { ports, reads } = await counting(cwd);
  const ended = new AbortController();
  ended.abort();
  await world.lexform([...argumentsOf(command, world), ...(option?.split(' ') ?? [])], {
    files: ports,
    ...(command === 'serve' && { interrupted: ended.signal }),
  });
  const found: Record<string, number> = {};
  for (const [way, times] of reads) found[nameOf(way)] = Math.max(found[nameOf(way)] ?? 0, times);
  const expected = Object.entries(READS[row] ?? {}).map(([file, times]) => [file, times === 1 ? 1 : times[0]]);
  expect(found).toEqual(Object.fromEntries(expected));
});

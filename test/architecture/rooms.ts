/**
 * What a folder of `src/` holds and may use. `test/architecture.test.ts` enforces it, and `docs/architecture.md` shows
 * it as a table.
 */
export interface Room {
  readonly holds: string;
  /** The rooms that its files may import, beside their own. */
  readonly rooms: readonly string[];
  readonly packages: readonly string[];
  /** Modules of Node.js, without `node:`; `any` where a room is the way to the machine. */
  readonly node: readonly string[] | 'any';
  /**
   * Results follow from arguments alone: no asynchronous code, no clock, no file, no network. A list: only in these
   * folders of it.
   */
  readonly pure: boolean | readonly string[];
}

/** From the bottom up: a room imports only rooms above its row; the embedded service stands apart. */
export const ROOMS: Readonly<Record<string, Room>> = {
  model: {
    holds:
      'the nouns: entries with their bytes, dictionary, glossary, style list, addresses, source positions, findings, digests',
    rooms: [],
    packages: [],
    node: ['crypto'],
    pure: true,
  },
  contract: {
    holds: "the service's API as data: calls, JSON shapes, limits, languages, predefined rules",
    rooms: [],
    packages: [],
    node: [],
    pure: true,
  },
  change: {
    holds: 'comparison of values: keyed values, entries, items of a list, what an edit does to a file; knows no kind',
    rooms: ['model'],
    packages: [],
    node: [],
    pure: true,
  },
  files: {
    holds:
      'file formats: delimited text, YAML, dictionaries, merge, fmt, lists of terms of other systems; the file ports; knows no kind',
    rooms: ['model', 'contract'],
    packages: ['yaml', 'csv-parse', 'csv-stringify', 'fast-glob', 'saxes'],
    node: 'any',
    pure: ['exchange'],
  },
  client: {
    holds: 'one call to the service at a time: transport, retries, paging, decoding',
    rooms: ['model', 'contract'],
    packages: [],
    node: [],
    pure: false,
  },
  kinds: {
    holds:
      'a folder for each kind of resource: its content, its values, its changes and the calls for them; the contract and the registry of kinds',
    rooms: ['model', 'contract', 'change'],
    packages: [],
    node: [],
    pure: true,
  },
  'kinds/files': {
    holds: 'the files of each kind: reading, checking, writing, and the edits of a pull',
    rooms: ['model', 'contract', 'change', 'files', 'kinds'],
    packages: [],
    node: ['path'],
    pure: false,
  },
  'kinds/service': {
    holds: 'the calls of each kind: listing, checking, loading, and the target of each operation',
    rooms: ['model', 'contract', 'change', 'client', 'kinds'],
    packages: [],
    node: ['buffer'],
    pure: false,
  },
  ledger: {
    holds: "a target's ledger in git refs or in a folder, with its lock, in the file formats of the workspace",
    rooms: ['model', 'files', 'kinds', 'kinds/files'],
    packages: [],
    node: ['path'],
    pure: false,
  },
  plan: {
    holds:
      'match, order, guard, drift, pull, approval, comparison, next state: one loop for each, over the changes of every kind',
    rooms: ['model', 'change', 'kinds'],
    packages: [],
    node: [],
    pure: true,
  },
  lint: {
    holds: 'rules for good terms and instructions; levels, waivers and the baseline of their findings',
    rooms: ['model', 'contract', 'kinds'],
    packages: [],
    node: [],
    pure: true,
  },
  steps: {
    holds:
      'what reads or changes files, the ledger and the service, without text: workspace, read, apply, pull, backup, rollback, search, preview, voice',
    rooms: [
      'model',
      'contract',
      'change',
      'files',
      'client',
      'kinds',
      'kinds/files',
      'kinds/service',
      'ledger',
      'plan',
    ],
    packages: ['p-limit'],
    node: ['path', 'crypto'],
    pure: false,
  },
  review: {
    holds: 'values to text, markdown, HTML, JSON and reports for CI',
    rooms: ['model', 'contract', 'change', 'files', 'kinds', 'plan', 'lint', 'steps'],
    packages: ['diff', 'picocolors'],
    node: ['crypto'],
    pure: true,
  },
  app: {
    holds: 'one run of a command, for every shell: sessions, planning, applying, reports, exit codes; the real ports',
    rooms: [
      'model',
      'files',
      'client',
      'kinds',
      'kinds/files',
      'kinds/service',
      'ledger',
      'plan',
      'lint',
      'steps',
      'review',
      'service',
    ],
    packages: ['http-proxy-agent', 'https-proxy-agent', 'node-fetch', 'proxy-from-env'],
    node: 'any',
    pure: false,
  },
  'shells/process': {
    holds: 'the streams and the signals of a process',
    rooms: [],
    packages: [],
    node: [],
    pure: false,
  },
  'shells/cli': {
    holds: 'the command line: options, help, completion, and the commands that only the command line has',
    rooms: [
      'model',
      'contract',
      'files',
      'client',
      'kinds',
      'kinds/files',
      'kinds/service',
      'ledger',
      'plan',
      'lint',
      'steps',
      'review',
      'app',
      'shells/process',
      'service',
    ],
    packages: ['commander'],
    node: 'any',
    pure: false,
  },
  'shells/action': {
    holds: 'the GitHub Action: inputs of a step, its runs, comments, summaries, issues and outputs',
    rooms: ['model', 'ledger', 'plan', 'steps', 'review', 'app', 'shells/process'],
    packages: [],
    node: ['crypto', 'path', 'zlib'],
    pure: false,
  },
  'shells/library': {
    holds: 'the public functions and types of the library: a workspace, and the embedded service for tests',
    rooms: ['model', 'files', 'kinds', 'ledger', 'plan', 'steps', 'review', 'app', 'service'],
    packages: [],
    node: ['path'],
    pure: false,
  },
  service: {
    holds: 'the embedded service: request to answer over a store',
    rooms: ['contract'],
    packages: [],
    node: 'any',
    pure: false,
  },
  build: {
    holds: 'scripts that make `dist/` and the compiled schema checks; not published',
    rooms: [],
    packages: ['esbuild', 'ajv'],
    node: 'any',
    pure: false,
  },
};

/**
 * The folders of `review/`, in their order: a file imports only files of its own folder and of folders before it. `''`
 * stands for the files directly in `review/`.
 */
export const REVIEW_FOLDERS: readonly string[] = [
  'format',
  'messages',
  'values',
  'lint',
  'drift',
  'ledger',
  'plan',
  'compare',
  'account',
  'apply',
  'exchange',
  'translate',
  '',
  'markdown',
  'html',
  'ci',
];

interface Exception {
  readonly files: readonly string[];
  /** What each of the files uses; one that does not is no exception any more. */
  readonly uses: RegExp;
  readonly because: string;
}

/** Files that may use what a ban names, and why. */
export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  process: {
    files: ['shells/cli/main.ts', 'shells/action/main.ts', 'shells/library/ports.ts'],
    uses: /\bprocess\.\w+/,
    because: 'they are the three shells',
  },
  time: {
    files: ['app/machine/real-ports.ts'],
    uses: /\bnew Date\(\)/,
    because: 'the real ports are made here, and everything else takes time and chance from a port',
  },
  'temporary names': {
    files: ['files/node/node-write-all.ts'],
    uses: /\bgetRandomValues\b/,
    because: 'it belongs to the file port of Node.js, and the name of a temporary file shows in no result',
  },
};

const listed = (names: readonly string[]): string => (names.length === 0 ? '–' : names.join(', '));

/** The table of `docs/architecture.md`. */
export const roomsTable = (): string =>
  [
    '| room | holds | may import | packages | Node.js modules | pure |',
    '| ---- | ----- | ---------- | -------- | --------------- | ---- |',
    ...Object.entries(ROOMS).map(
      ([name, { holds, rooms, packages, node, pure }]) =>
        `| \`${name}/\` | ${holds} | ${listed(rooms)} | ${listed(packages)} | ${node === 'any' ? 'any' : listed(node)} | ${typeof pure === 'boolean' ? (pure ? 'yes' : 'no') : pure.map((folder) => `\`${folder}/\``).join(', ')} |`,
    ),
  ].join('\n');

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

/** In the order in which a run goes through them. */
export const ROOMS: Readonly<Record<string, Room>> = {
  model: {
    holds: 'the nouns: entries, dictionary, glossary, style list, addresses, ids, source positions, findings, digests',
    rooms: [],
    packages: [],
    node: ['crypto'],
    pure: true,
  },
  packed: {
    holds: 'entries as bytes: an index over the bytes of a file or of an answer, compared without making strings',
    rooms: ['model'],
    packages: [],
    node: [],
    pure: true,
  },
  contract: {
    holds: "the service's description as types and data: calls, JSON shapes, limits, languages, predefined rules",
    rooms: [],
    packages: [],
    node: [],
    pure: true,
  },
  kinds: {
    holds:
      'a folder for each kind of resource: its content, its values, what changes of it, the calls that make it so; which live resource is which',
    rooms: ['model', 'packed', 'contract'],
    packages: [],
    node: [],
    pure: true,
  },
  files: {
    holds: 'workspace files to parsed content and back, with positions; the file ports',
    rooms: ['model', 'packed', 'contract', 'kinds'],
    packages: ['yaml', 'csv-parse', 'csv-stringify', 'fast-glob'],
    node: 'any',
    pure: false,
  },
  exchange: {
    holds:
      'lists of terms of other systems: each format read to one termbase and written from it, and the merge of a termbase with the rows of a file',
    rooms: ['model', 'files'],
    packages: ['saxes'],
    node: ['zlib'],
    pure: true,
  },
  'kinds/files': {
    holds: 'how the resources of each kind stand in files: read, checked, written, and edited by a pull',
    rooms: ['model', 'contract', 'kinds', 'files'],
    packages: [],
    node: ['path'],
    pure: false,
  },
  client: {
    holds: 'one call to the service at a time: transport, retries, paging, decoding',
    rooms: ['model', 'contract'],
    packages: [],
    node: [],
    pure: false,
  },
  'kinds/service': {
    holds: 'what is done with each kind on the service: list, look, load, and the target of each operation',
    rooms: ['model', 'packed', 'contract', 'kinds', 'client'],
    packages: [],
    node: ['buffer'],
    pure: false,
  },
  workspace: {
    holds: 'the files of a workspace read as one desired state, and written, kind by kind',
    rooms: ['model', 'kinds', 'kinds/files', 'files'],
    packages: [],
    node: ['path'],
    pure: false,
  },
  ledger: {
    holds: "a target's ledger in git refs or in a folder, with its lock, in the workspace's own file formats",
    rooms: ['model', 'files', 'kinds', 'kinds/files'],
    packages: [],
    node: ['path'],
    pure: false,
  },
  plan: {
    holds: 'match, order, guard, drift, approval: one loop for each, over the changes of every kind',
    rooms: ['model', 'kinds'],
    packages: [],
    node: [],
    pure: true,
  },
  lint: {
    holds: 'rules for good terms and instructions, a file each; levels, waivers and the baseline of their findings',
    rooms: ['model', 'packed', 'contract', 'kinds'],
    packages: [],
    node: [],
    pure: true,
  },
  apply: {
    holds: 'operations to outcomes; reads the resource again before and after each call',
    rooms: ['model', 'kinds', 'kinds/service', 'plan', 'client'],
    packages: [],
    node: [],
    pure: false,
  },
  'next-state': {
    holds: 'what the ledger records after a run: the state before, changed by what each operation did',
    rooms: ['model', 'kinds', 'plan', 'apply'],
    packages: [],
    node: [],
    pure: true,
  },
  voice: {
    holds: 'one voice job from its recording to its files, with its receipt',
    rooms: ['model', 'contract', 'files', 'client'],
    packages: [],
    node: ['crypto', 'path'],
    pure: false,
  },
  flow: {
    holds: 'the steps that every shell shares: read the workspace, plan a target, apply under the ledger, pull',
    rooms: [
      'model',
      'contract',
      'files',
      'exchange',
      'client',
      'ledger',
      'kinds',
      'kinds/files',
      'kinds/service',
      'workspace',
      'plan',
      'apply',
      'next-state',
    ],
    packages: ['p-limit'],
    node: ['path'],
    pure: false,
  },
  preview: {
    holds: 'what a plan does to sample sentences: which samples show what, their cost, verdicts, and the run itself',
    rooms: ['model', 'client', 'kinds', 'kinds/service', 'flow'],
    packages: [],
    node: [],
    pure: false,
  },
  review: {
    holds: 'values to text, markdown, HTML, JSON and reports for CI',
    rooms: ['model', 'contract', 'exchange', 'kinds', 'lint', 'plan', 'apply', 'voice', 'preview'],
    packages: ['diff', 'picocolors'],
    node: ['crypto'],
    pure: true,
  },
  cli: {
    holds: 'the command table, options, one short file for each command, the real ports',
    rooms: [
      'model',
      'contract',
      'exchange',
      'kinds',
      'kinds/files',
      'kinds/service',
      'workspace',
      'files',
      'client',
      'ledger',
      'lint',
      'plan',
      'apply',
      'voice',
      'flow',
      'preview',
      'review',
      'service',
    ],
    packages: ['commander', 'http-proxy-agent', 'https-proxy-agent', 'node-fetch', 'proxy-from-env'],
    node: 'any',
    pure: false,
  },
  action: {
    holds: 'the GitHub Action: inputs of a step, its runs, comments, summaries, issues and outputs',
    rooms: ['model', 'kinds', 'plan', 'apply', 'review', 'cli'],
    packages: [],
    node: ['crypto', 'path', 'zlib'],
    pure: false,
  },
  library: {
    holds: 'the public functions and types of the library: a workspace, and the embedded service for tests',
    rooms: ['model', 'kinds', 'files', 'workspace', 'plan', 'flow', 'review', 'cli', 'service'],
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

/** Most TypeScript files directly in one folder. */
export const FOLDER_MAX = 20;

interface Exception {
  readonly files: readonly string[];
  /** What each of the files uses; one that does not is no exception any more. */
  readonly uses: RegExp;
  readonly because: string;
}

/** Files that may use what a ban names, and why. */
export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  process: {
    files: ['cli/main.ts', 'action/main.ts', 'library/ports.ts'],
    uses: /\bprocess\.\w+/,
    because: 'they are the three shells',
  },
  time: {
    files: ['cli/ports/real-ports.ts'],
    uses: /\bnew Date\(\)/,
    because: 'the real ports are made here, and everything else takes time and chance from a port',
  },
  'temporary names': {
    files: ['files/node/temp-path.ts'],
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

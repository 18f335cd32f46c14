import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tableRows } from './support/markdown-parts.ts';

/** The table of src/README.md: what each room may import of the others, and which packages. */
const ROOMS: Readonly<Record<string, { readonly rooms: readonly string[]; readonly packages: readonly string[] }>> = {
  model: { rooms: [], packages: [] },
  contract: { rooms: [], packages: [] },
  files: { rooms: ['model', 'contract'], packages: ['yaml', 'csv-parse', 'csv-stringify', 'fast-glob'] },
  desired: { rooms: ['model', 'contract', 'files'], packages: [] },
  client: { rooms: ['model', 'contract'], packages: [] },
  live: { rooms: ['model', 'client'], packages: [] },
  ledger: { rooms: ['model', 'files'], packages: [] },
  plan: { rooms: ['model'], packages: [] },
  apply: { rooms: ['model', 'plan', 'client', 'live'], packages: [] },
  voice: { rooms: ['model', 'client'], packages: [] },
  preview: { rooms: ['model', 'client', 'plan', 'flow'], packages: [] },
  review: { rooms: ['model', 'plan', 'apply', 'voice', 'preview'], packages: ['diff', 'picocolors'] },
  flow: {
    rooms: ['model', 'files', 'desired', 'client', 'live', 'ledger', 'plan', 'apply'],
    packages: ['p-limit'],
  },
  service: { rooms: ['contract'], packages: [] },
  cli: {
    rooms: [
      'model',
      'files',
      'desired',
      'client',
      'live',
      'ledger',
      'plan',
      'apply',
      'voice',
      'flow',
      'preview',
      'review',
      'service',
    ],
    packages: ['commander', 'http-proxy-agent', 'https-proxy-agent', 'node-fetch', 'proxy-from-env'],
  },
  action: { rooms: ['model', 'plan', 'apply', 'review', 'cli'], packages: [] },
};

/** Rooms without a world: no `node:*` but hashing, which is pure. */
const PURE = ['model', 'contract', 'desired', 'plan', 'preview', 'review'];
/** The files that may touch `process` and the terminal. */
const SHELLS = ['cli/main.ts', 'action/main.ts'];

interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files: readonly SourceFile[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(join('src', path), 'utf8');
    const imports = [
      ...text.matchAll(
        /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'\s*\)|^import '([^']+)'/gm,
      ),
    ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
    return { path, room: path.includes('/') ? path.slice(0, path.indexOf('/')) : '', text, imports };
  });

/** Code without comments and string contents, so that the bans see code alone. */
const code = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').replace(/'(?:[^'\\\n]|\\.)*'/g, "''");

const packageName = (specifier: string): string =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? specifier);

const offences = (pick: (file: SourceFile) => readonly string[]): readonly string[] =>
  files.flatMap((file) => pick(file).map((what) => `${file.path}: ${what}`));

/** The names in a cell; there are none in `–`. */
const namesIn = (cell: string): readonly string[] => cell.match(/[a-z][a-z-]*/g) ?? [];

describe('the rooms', () => {
  test('src/README.md has each room once, with what it may import', () => {
    const rows = tableRows(readFileSync('src/README.md', 'utf8'), '# The map').map(
      ([room = '', , imports = '', packages = '']) => ({ room: room.replace(/[`/]/g, ''), imports, packages }),
    );
    // The scripts of the build are no room: what they make is tested, and nothing imports them.
    expect(rows.map(({ room }) => room).sort()).toEqual([...Object.keys(ROOMS), 'build'].sort());
    for (const { room, imports, packages } of rows) {
      const allowed = ROOMS[room];
      if (allowed === undefined) continue;
      const but = /^all but (.+)$/.exec(imports)?.[1];
      const named =
        but === undefined
          ? namesIn(imports)
          : Object.keys(ROOMS).filter((other) => ![room, 'action', ...namesIn(but)].includes(other));
      expect([room, [...named].sort()]).toEqual([room, [...allowed.rooms].sort()]);
      expect([room, [...namesIn(packages)].sort()]).toEqual([room, [...allowed.packages].sort()]);
    }
  });

  test('every file stands in a room of the table, or is the library', () => {
    expect(files.filter(({ room, path }) => !(room in ROOMS) && path !== 'library.ts').map(({ path }) => path)).toEqual(
      [],
    );
    expect(files.length).toBeGreaterThan(50);
  });

  test('a room imports only the rooms of its row', () => {
    const found = offences(({ path, room, imports }) =>
      imports
        // The version is the manifest's.
        .filter((specifier) => specifier.startsWith('.') && !specifier.endsWith('/package.json'))
        .map((specifier) => relative('src', join('src', dirname(path), specifier)).replaceAll('\\', '/'))
        .filter((to) => {
          const target = to.includes('/') ? to.slice(0, to.indexOf('/')) : '';
          return room in ROOMS && target !== room && !ROOMS[room]?.rooms.includes(target);
        }),
    );
    expect(found).toEqual([]);
  });

  test('a room imports only the packages of its row', () => {
    const found = offences(({ room, imports }) =>
      imports
        .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
        .filter((specifier) => room in ROOMS && !ROOMS[room]?.packages.includes(packageName(specifier))),
    );
    expect(found).toEqual([]);
  });

  test('the pure rooms import nothing of Node but hashing', () => {
    const found = offences(({ room, imports }) =>
      PURE.includes(room)
        ? imports.filter((specifier) => specifier.startsWith('node:') && specifier !== 'node:crypto')
        : [],
    );
    expect(found).toEqual([]);
  });

  test('no room imports itself in a circle', () => {
    const graph = new Map(
      files.map(({ path, imports }) => [
        path,
        imports.filter((specifier) => specifier.startsWith('.')).map((specifier) => join(dirname(path), specifier)),
      ]),
    );
    const typeOnly = (path: string, to: string): boolean => {
      const text = files.find((file) => file.path === path)?.text ?? '';
      const name = to.slice(to.lastIndexOf('/') + 1).replaceAll('.', '\\.');
      return !new RegExp(`import (?!type\\b)[^;]*?'[^']*${name}'`).test(text);
    };
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      if (done.has(path) || trail.includes(path)) return;
      for (const to of graph.get(path) ?? []) if (!typeOnly(path, to)) visit(to, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });
});

describe('the bans', () => {
  test('only the shells touch process and the terminal', () => {
    const found = offences(({ path, text }) =>
      SHELLS.includes(path) ? [] : (code(text).match(/\bprocess\.\w+|\bconsole\.\w+/g) ?? []),
    );
    expect(found).toEqual([]);
  });

  test('time and randomness come through ports', () => {
    const allowed = ['cli/main.ts', 'cli/real-ports.ts'];
    const found = offences(({ path, text }) =>
      allowed.includes(path)
        ? []
        : (code(text).match(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b|\bsetTimeout\(/g) ?? []),
    );
    expect(found).toEqual([]);
  });

  test('order never depends on the locale', () => {
    expect(
      offences(({ text }) => code(text).match(/\blocaleCompare\b|\btoLocale\w+|\bIntl\.Collator\b/g) ?? []),
    ).toEqual([]);
  });

  test('exports are named, and no file only forwards', () => {
    const found = offences(({ path, text }) => [
      ...(code(text).match(/\bexport default\b/g) ?? []),
      ...(path === 'library.ts' ? [] : (code(text).match(/^export (?:\*|\{[^}]*\}) from/gm) ?? [])),
    ]);
    expect(found).toEqual([]);
  });

  test('relative imports name the .ts file', () => {
    const found = offences(({ imports }) =>
      imports.filter((specifier) => specifier.startsWith('.') && !/\.ts$|\.generated\.js$|\.json$/.test(specifier)),
    );
    expect(found).toEqual([]);
  });

  test('classes are for errors alone', () => {
    expect(offences(({ text }) => code(text).match(/\bclass (?!\w+ extends \w*Error\b)\w+/g) ?? [])).toEqual([]);
  });

  test('nothing in plan or review is asynchronous', () => {
    expect(
      offences(({ room, text }) =>
        room === 'plan' || room === 'review' ? (code(text).match(/\basync\b|\bawait\b/g) ?? []) : [],
      ),
    ).toEqual([]);
  });

  test('no file is longer than 300 lines but data tables', () => {
    const tables: readonly string[] = [];
    const long = files
      .filter(({ path, text }) => text.split('\n').length > 301 && !tables.includes(path))
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });

  test('file names are kebab-case', () => {
    expect(
      files
        .map(({ path }) => path)
        .filter((path) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/.test(path)),
    ).toEqual([]);
  });

  test('no test replaces a module', () => {
    const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const banned = ['mock', 'doMock'].map((name) => `vi.${name}(`);
    expect(
      tests.filter((path) => banned.some((call) => readFileSync(join('test', path), 'utf8').includes(call))),
    ).toEqual([]);
  });

  test('every property scales its runs with runs(), and none has a seed of its own', () => {
    const found = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => {
        const text = readFileSync(join('test', path), 'utf8');
        // A fault of the service has a seed too, and no runs.
        return (text.match(/\bnumRuns: (?!runs\(|ofBench\()[^,}]*|\bnumRuns\b[^}]*\bseed: \d[^}]*/g) ?? []).map(
          (what) => `${path}: ${what.trim()}`,
        );
      });
    expect(found).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXCEPTIONS, REVIEW_FOLDERS, ROOMS, roomsTable } from './architecture/rooms.ts';
import { importCycles, importedPath, roomOf, type SourceFile, sourceFiles } from './architecture/source-files.ts';
import { expectGenerated } from './support/generated-part.ts';

const files = sourceFiles();

const packageName = (specifier: string): string =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? specifier);

const offences = (pick: (file: SourceFile) => readonly string[]): readonly string[] =>
  files.flatMap((file) => pick(file).map((what) => `${file.path}: ${what}`));

/** Where code matches a pattern, but for the files of these exceptions. */
const matching = (pattern: RegExp, ...exceptions: readonly string[]): readonly string[] => {
  const allowed = exceptions.flatMap((name) => EXCEPTIONS[name]?.files ?? []);
  return offences(({ path, code }) => (allowed.includes(path) ? [] : (code.match(pattern) ?? [])));
};

const specifiers = ({ imports }: SourceFile): readonly string[] => imports.map(({ specifier }) => specifier);

function isPure({ room, path }: SourceFile): boolean {
  const pure = ROOMS[room]?.pure ?? false;
  return typeof pure === 'boolean' ? pure : pure.some((folder) => path.startsWith(`${room}/${folder}/`));
}

describe('the rooms', () => {
  test.each(['docs/architecture.md', 'src/README.md'])('%s shows the table that is enforced here', (page) => {
    expectGenerated(page, 'the table of rooms', roomsTable());
  });

  test('every folder of src is a room of the table or holds rooms, and every file is in a room', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const rooms = new Set(Object.keys(ROOMS).map((room) => room.split('/')[0]));
    expect(folders.map(({ name }) => name).sort()).toEqual([...rooms].sort());
    expect(files.filter(({ room }) => ROOMS[room] === undefined).map(({ path }) => path)).toEqual([]);
    expect(files.length).toBeGreaterThan(50);
  });

  test('a room imports only the rooms of its row, types included', () => {
    const found = offences((file) =>
      specifiers(file)
        // The version is the manifest's.
        .filter((specifier) => specifier.startsWith('.') && !specifier.endsWith('/package.json'))
        .map((specifier) => importedPath(file.path, specifier))
        .filter((to) => {
          const target = roomOf(to);
          const row = ROOMS[file.room];
          return row !== undefined && target !== file.room && !row.rooms.includes(target);
        }),
    );
    expect(found).toEqual([]);
  });

  test('a room imports only the packages of its row', () => {
    const found = offences((file) =>
      specifiers(file)
        .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
        .filter((specifier) => ROOMS[file.room]?.packages.includes(packageName(specifier)) === false),
    );
    expect(found).toEqual([]);
  });

  test('a room imports only the modules of Node of its row', () => {
    const found = offences((file) => {
      const allowed = ROOMS[file.room]?.node ?? [];
      const used = specifiers(file).filter((specifier) => specifier.startsWith('node:'));
      return allowed === 'any' ? [] : used.filter((specifier) => !allowed.includes(specifier.slice('node:'.length)));
    });
    expect(found).toEqual([]);
  });

  test('a row allows nothing that its room does not use', () => {
    const unused = Object.entries(ROOMS)
      .filter(([name]) => name !== 'build')
      .flatMap(([name, { rooms, packages, node }]) => {
        const own = files.filter(({ room }) => room === name);
        const used = new Set(
          own.flatMap((file) =>
            specifiers(file).map((specifier) =>
              specifier.startsWith('.')
                ? roomOf(importedPath(file.path, specifier))
                : specifier.startsWith('node:')
                  ? specifier
                  : packageName(specifier),
            ),
          ),
        );
        const allowed = [...rooms, ...packages, ...(node === 'any' ? [] : node.map((module) => `node:${module}`))];
        return allowed.filter((each) => !used.has(each)).map((each) => `${name}: ${each}`);
      });
    expect(unused).toEqual([]);
  });

  test('no file imports itself in a circle, also not for types or on demand', () => {
    expect(importCycles(files)).toEqual([]);
  });

  test('a row allows only rooms above it, and the embedded service, which imports none of them', () => {
    const order = Object.keys(ROOMS);
    const below = Object.entries(ROOMS).flatMap(([name, { rooms }], at) =>
      rooms.filter((room) => room !== 'service' && order.indexOf(room) >= at).map((room) => `${name}: ${room}`),
    );
    expect(below).toEqual([]);
    expect(ROOMS.service?.rooms).toEqual(['contract']);
  });

  test('no shell imports a shell', () => {
    const shells = ['shells/cli', 'shells/action', 'shells/library'];
    const found = Object.entries(ROOMS).flatMap(([name, { rooms }]) =>
      rooms.filter((room) => shells.includes(room)).map((room) => `${name}: ${room}`),
    );
    expect(found).toEqual([]);
  });

  test('a folder of review/ imports only folders before it', () => {
    const placeOf = (path: string): number => REVIEW_FOLDERS.indexOf(/^review\/(?:([^/]+)\/)?/.exec(path)?.[1] ?? '');
    const review = files.filter(({ room }) => room === 'review');
    expect(review.filter(({ path }) => placeOf(path) < 0)).toEqual([]);
    const found = review.flatMap((file) =>
      specifiers(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => importedPath(file.path, specifier))
        .filter((to) => to.startsWith('review/') && placeOf(to) > placeOf(file.path))
        .map((to) => `${file.path}: ${to}`),
    );
    expect(found).toEqual([]);
  });

  test('a kind imports no other kind', () => {
    const kindOf = (path: string): string | undefined =>
      /^kinds\/(glossary|style-list|developer-key)\//.exec(path)?.[1];
    const found = offences((file) =>
      specifiers(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => kindOf(importedPath(file.path, specifier)))
        .filter((kind): kind is string => kind !== undefined && ![undefined, kind].includes(kindOf(file.path))),
    );
    expect(found).toEqual([]);
  });
});

describe('the bans', () => {
  test('only the shells touch process and the terminal', () => {
    expect(matching(/\bprocess\.\w+|\bconsole\.\w+/g, 'process')).toEqual([]);
  });

  test('time and randomness come through ports', () => {
    const clock = /\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)|\bperformance\.(?:now|timeOrigin)\b|\bhrtime\b/g;
    const timers = /\bset(?:Timeout|Interval)\(|\bAbortSignal\.timeout\b/g;
    const chance = /\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b/g;
    expect(matching(clock, 'time')).toEqual([]);
    expect(matching(timers, 'time')).toEqual([]);
    expect(matching(chance, 'time', 'temporary names')).toEqual([]);
    const timerModules = offences(({ path, imports }) =>
      EXCEPTIONS.time?.files.includes(path)
        ? []
        : imports.map(({ specifier }) => specifier).filter((each) => each.startsWith('node:timers')),
    );
    expect(timerModules).toEqual([]);
  });

  test('every exception is of a file that is there and needs it', () => {
    const needless = Object.values(EXCEPTIONS).flatMap((exception) =>
      exception.files.filter((path) => !exception.uses.test(files.find((file) => file.path === path)?.code ?? '')),
    );
    expect(needless).toEqual([]);
  });

  test('order never depends on the locale', () => {
    expect(matching(/\blocaleCompare\b|\btoLocale\w+|\bIntl\.Collator\b/g)).toEqual([]);
  });

  test('exports are named, and no file only forwards', () => {
    const found = offences(({ path, code }) => [
      ...(code.match(/\bexport default\b/g) ?? []),
      ...(path === 'shells/library/library.ts' ? [] : (code.match(/^export (?:type )?(?:\*|\{[^}]*\}) from/gm) ?? [])),
    ]);
    expect(found).toEqual([]);
  });

  test('relative imports name the .ts file', () => {
    const found = offences((file) =>
      specifiers(file).filter(
        (specifier) => specifier.startsWith('.') && !/\.ts$|\.generated\.js$|\.json$/.test(specifier),
      ),
    );
    expect(found).toEqual([]);
  });

  test('paths of the service stand in its table of calls alone, and the embedded service reads them for itself', () => {
    const found = offences(({ room, path, literals }) =>
      room === 'service' || path === 'contract/calls.ts' ? [] : literals.filter((text) => /\/v\d\//.test(text)),
    );
    expect(found).toEqual([]);
  });

  test('classes are for errors alone', () => {
    expect(matching(/\bclass (?!\w+ extends \w*Error\b)\w+/g)).toEqual([]);
  });

  test('nothing in a pure room is asynchronous', () => {
    expect(
      offences((file) =>
        isPure(file)
          ? (file.code.match(/\basync\b|\bawait\b|\bPromise(?:Like)?\b|\bAsync\w*(?:Iter|Gen)\w*/g) ?? [])
          : [],
      ),
    ).toEqual([]);
  });

  test('no file is longer than 400 lines', () => {
    expect(files.filter(({ text }) => text.split('\n').length > 401).map(({ path }) => path)).toEqual([]);
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

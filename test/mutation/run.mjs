// `npm run mutate -- ROOM [FILE…] [options]`: changes the code of a room in many small ways, one at a time, and tells
// which changes no test notices. See "Mutation testing" in CONTRIBUTING.md.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { loadedForOneTest, marginOf, percentOf, reachesFloor, scoreReport } from './score.mjs';

const FLOORS = 'test/mutation/floors.json';
const EQUIVALENTS = 'test/mutation/equivalents.json';
const REPORTS = 'reports/mutation';

const HELP = `npm run mutate -- ROOM [FILE…] [options]

ROOM is a folder of src, such as plan or review/markdown, or a part of one that has a floor, such as
kinds/files-and-service; FILE is a file in it. Any other part of a room has no floor.

  --sample N         run N mutants, chosen by the seed
  --seed N           the seed of the sample (default 1)
  --tests GLOB       use only these of the related tests; may be repeated
  --all-tests        use the journeys, browser tests and tests of built files as well
  --concurrency N    how many mutants run at the same time (default 2)
  --force            run every mutant, also those whose code and tests have not changed since the last run
  --write-floor      make what this run reaches the floor of the room
  --list             show the floors`;

/**
 * Slow, or about built files, which no mutant changes. A room whose row in the floors names tests of such a folder gets
 * those.
 */
const LEFT_OUT = ['test/journeys/**', 'test/browser/**', 'test/contract/**', 'test/build/**', 'test/mutation/**'];
const ALL_TESTS = ['test/**/*.test.ts'];
/** About files that the copies for mutants do not have, or about types, which the copies do not keep. */
const NEVER = [
  'test/architecture.test.ts',
  'test/shells/action/bundle*.test.ts',
  'test/docs/contributing.test.ts',
  'test/{files/cases,review/texts}/values.test.ts',
];

const print = (text) => process.stdout.write(`${text}\n`);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const usage = (message) => {
  process.stderr.write(`${message}\n\n${HELP}\n`);
  process.exit(2);
};
const wholeNumber = (name, text) =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : usage(`--${name} is ${text}, a whole number from 1 on is allowed`);

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        sample: { type: 'string' },
        seed: { type: 'string', default: '1' },
        tests: { type: 'string', multiple: true, default: [] },
        'all-tests': { type: 'boolean', default: false },
        concurrency: { type: 'string', default: '2' },
        force: { type: 'boolean', default: false },
        'write-floor': { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return usage(error.message);
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  print(HELP);
  process.exit(0);
}
const floors = readJson(FLOORS);
if (values.list) {
  for (const [room, { percent, mutants, of }] of Object.entries(floors.rooms).filter(
    ([, floor]) => 'percent' in floor,
  )) {
    print(
      `${room.padEnd(24)} ${percent.toFixed(1).padStart(5)} %  ${mutants < of ? `a sample of ${mutants} of ${of}` : `all ${of}`}`,
    );
  }
  process.exit(0);
}

const room = (positionals[0] ?? usage('a room is missing')).replace(/^src\//, '').replace(/\/+$/, '');
const floor = floors.rooms[room];
const isFolder = (path) => existsSync(path) && statSync(path).isDirectory();
if (!/^[\w/-]+$/.test(room) || (floor?.mutate === undefined && !isFolder(join('src', room)))) {
  usage(`${room} is no folder of src and has no floor`);
}
const files = positionals.slice(1).map((path) => {
  const found = [path, posix.join('src', room, path)].find((each) => existsSync(each) && statSync(each).isFile());
  return found ?? usage(`${path} is no file of src/${room}`);
});
const sample = values.sample === undefined ? undefined : wholeNumber('sample', values.sample);
const seed = wholeNumber('seed', values.seed);
const concurrency = wholeNumber('concurrency', values.concurrency);
const partly = files.length > 0 || values.tests.length > 0 || values['all-tests'];
if (values['write-floor'] && partly) usage('--write-floor needs a whole room and the tests of its floor');
const tests = [values.tests, values['all-tests'] ? [] : (floor?.tests ?? []), ALL_TESTS].find(
  (globs) => globs.length > 0,
);

const leftOut = LEFT_OUT.filter((folder) => !tests.some((glob) => glob.startsWith(folder.replace('**', ''))));

// The sandbox gets a copy of these; nothing is built there.
execFileSync(process.execPath, ['src/build/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
Object.assign(process.env, {
  LEXFORM_MUTATE_ROOM: room,
  LEXFORM_MUTATE_TESTS: JSON.stringify(tests),
  LEXFORM_MUTATE_EXCLUDE: JSON.stringify(values['all-tests'] ? NEVER : [...NEVER, ...leftOut]),
  LEXFORM_MUTATE_SAMPLE: String(sample ?? ''),
  LEXFORM_MUTATE_SEED: String(seed),
});
const name = room.replaceAll('/', '-');
const jsonFile = `${REPORTS}/${name}.json`;
mkdirSync(REPORTS, { recursive: true });
rmSync(jsonFile, { force: true });
const stryker = new Stryker({
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner')), './test/mutation/sample-checker.mjs'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  mutate: files.length > 0 ? files : [...(floor?.mutate ?? [`src/${room}/**/*.ts`]), '!src/**/*.d.ts'],
  ignorePatterns: ['/reports', '/.github', '/.ci'],
  checkers: sample === undefined ? [] : ['sample'],
  disableTypeChecks: false,
  // Stryker would rewrite it with TypeScript's old programming interface, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  concurrency,
  timeoutMS: 20_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 60,
  // Mutants that a sample leaves out have no result that a later run could use.
  incremental: sample === undefined && !partly,
  incrementalFile: `${REPORTS}/${name}.incremental.json`,
  force: values.force,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: jsonFile },
  thresholds: { high: 100, low: 0, break: null },
  logLevel: 'warn',
  warnings: { slow: false },
  allowConsoleColors: false,
});
// Stryker has said why.
await stryker.runMutationTest().catch(() => process.exit(1));

const report = readJson(jsonFile);
const miscounted = loadedForOneTest(report);
if (miscounted.length > 0) {
  process.stderr.write(
    `these functions count only for the test that loaded their file, so tests that fail may count as passed; mend test/mutation/vitest.config.ts:\n${miscounted.join('\n')}\n`,
  );
  process.exit(1);
}
const { killed, mutants, equivalent, survivors, wrong } = scoreReport(report, readJson(EQUIVALENTS));
for (const { file, line, column, mutator, from, to, reached } of survivors) {
  print(`${file}:${line}:${column} ${mutator}${reached ? '' : ' (no test reaches it)'}\n  - ${from}\n  + ${to}`);
}
for (const { file, code, from, to } of wrong) {
  print(
    `${EQUIVALENTS} lists a mutant that is killed or gone; remove its row:\n  ${file}: ${code}\n  - ${from}\n  + ${to}`,
  );
}

const left = Object.values(report.files)
  .flatMap((file) => file.mutants)
  .filter(({ status }) => status === 'CompileError');
const measured = { percent: percentOf(killed, mutants), mutants, of: mutants + left.length };
const margin = marginOf(measured);
print(
  `${room}: ${killed} of ${mutants} mutants killed, ${measured.percent} %${equivalent > 0 ? `, ${equivalent} equivalent left out` : ''}` +
    (margin > 0 ? `; a sample of ${measured.of} with seed ${seed}, ± ${margin.toFixed(1)} points` : ''),
);
if (wrong.length > 0) process.exitCode = 1;
if (values['write-floor']) {
  // Read again: another room may have been measured meanwhile.
  const now = readJson(FLOORS);
  now.rooms[room] = {
    ...(floor?.mutate && { mutate: floor.mutate }),
    ...(tests !== ALL_TESTS && { tests }),
    ...measured,
    ...(margin > 0 && { seed }),
  };
  now.rooms = Object.fromEntries(Object.entries(now.rooms).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FLOORS, JSON.stringify(now));
  execFileSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', FLOORS], {
    stdio: 'ignore',
  });
  print(`${FLOORS} has ${measured.percent} % for ${room} now`);
} else if (partly) {
  print('a part of a room, or a part of its tests, is compared with no floor');
} else if (floor?.percent === undefined) {
  print(`${room} has no floor yet; --write-floor makes this one`);
} else if (!reachesFloor(measured, floor)) {
  print(
    `under the floor of ${room}, ${floor.percent} %: kill the mutants above, or list those that no test can kill in ${EQUIVALENTS}`,
  );
  process.exitCode = 1;
}
if (measured.percent < floors.goal && !partly) print(`the goal is ${floors.goal} %`);

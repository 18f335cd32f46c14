import { createHash } from 'node:crypto';

/** What a test run says of a mutant that it has found: a failed test, no end, or an error beside the tests. */
const KILLED = ['Killed', 'Timeout', 'RuntimeError'];
const SURVIVED = ['Survived', 'NoCoverage'];

/** Code on one line, so that formatting changes no comparison. */
const oneLine = (code) => code.replaceAll(/\s+/g, ' ').trim();

/** The text from `start` up to `end`; lines and columns count from 1. */
function between(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
}

/** Every mutant of a report in the mutation testing schema that was run, in the order of the files. */
function mutantsOf(report) {
  return Object.entries(report.files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, { source, mutants }]) =>
      mutants
        .filter(({ status }) => KILLED.includes(status) || SURVIVED.includes(status))
        .map(({ status, mutatorName, replacement, location }) => ({
          file,
          line: location.start.line,
          column: location.start.column,
          mutator: mutatorName,
          code: oneLine(source.split('\n')[location.start.line - 1]),
          from: oneLine(between(source, location)),
          to: oneLine(replacement ?? ''),
          killed: KILLED.includes(status),
          reached: status !== 'NoCoverage',
        }))
        .sort((a, b) => a.line - b.line || a.column - b.column),
    );
}

/**
 * The functions at the beginning of a line, `const f = () => …`, that count only for the test that loaded their file.
 * Such a function is made when its file is loaded, so every test depends on it, and Stryker must take it for static.
 */
export const loadedForOneTest = (report) =>
  Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ mutatorName, location: { start }, static: isStatic, coveredBy = [] }) => {
        const before = lines[start.line - 1].slice(0, start.column - 1);
        const isMadeAtLoad = mutatorName === 'ArrowFunction' && /^(?:export )?const [^=]+ = $/.test(before);
        return isMadeAtLoad && !isStatic && coveredBy.length > 0;
      })
      .map(({ location }) => `${file}:${location.start.line}`);
  });

const isMutant = (mutant) => (listed) =>
  listed.file === mutant.file &&
  oneLine(listed.code) === mutant.code &&
  oneLine(listed.from) === mutant.from &&
  oneLine(listed.to) === mutant.to;

/**
 * Counts a report. A listed mutant is equivalent: no test can kill it, so it counts on neither side. A listed mutant
 * that a test kills, or that no longer exists in a file that was run as a whole, is `wrong`: its row must go.
 */
export function scoreReport(report, equivalents) {
  const mutants = mutantsOf(report);
  const whole = Object.values(report.files).every(({ mutants: all }) =>
    all.every(({ status }) => status !== 'CompileError'),
  );
  const counted = mutants.filter((mutant) => !equivalents.some(isMutant(mutant)));
  const killed = counted.filter((mutant) => mutant.killed).length;
  const wrong = equivalents.filter((listed) => {
    const found = mutants.filter((mutant) => isMutant(mutant)(listed));
    return found.length > 0 ? found.every((mutant) => mutant.killed) : whole && listed.file in report.files;
  });
  return {
    killed,
    mutants: counted.length,
    equivalent: mutants.length - counted.length,
    survivors: counted.filter((mutant) => !mutant.killed),
    wrong,
  };
}

/** In percent, with one decimal, rounded down: a floor that is written from it is one that was reached. */
export const percentOf = (killed, mutants) => (mutants === 0 ? 100 : Math.floor((killed / mutants) * 1000) / 10);

/** By how many percentage points a sample may be off in 19 of 20 cases; 0 when every mutant was run. */
export function marginOf({ percent, mutants, of }) {
  if (mutants === 0) return 0;
  const share = Math.min(Math.max(percent / 100, 0.05), 0.95);
  return 196 * Math.sqrt((share * (1 - share) * (1 - mutants / of)) / mutants);
}

/** Whether what was measured reaches the floor. Two samples differ by chance, so they may differ by their margins. */
export function reachesFloor(measured, floor) {
  return measured.percent >= floor.percent - Math.hypot(marginOf(measured), marginOf(floor));
}

/** The ids of `count` mutants: the same ones for the same seed, whatever else is mutated in the same run. */
export function sampleOf(mutants, count, seed) {
  const rank = ({ fileName, location, replacement }) =>
    createHash('sha256')
      .update(JSON.stringify([seed, fileName, location, replacement]))
      .digest('hex');
  return mutants
    .map((mutant) => ({ id: mutant.id, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id);
}

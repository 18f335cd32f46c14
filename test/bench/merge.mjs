// A three-way merge of a wide table: what two translators did in other columns, and terms that both appended. Beside it
// `git merge-file`, which merges lines and finds a conflict wherever they worked on one row.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleaved } from './measure.mjs';

const ROWS = 10_000;
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ja', 'zh'];

/** Every hundredth row edited in one column, and 50 rows more. */
function table(side) {
  const lines = Array.from({ length: ROWS }, (_, row) =>
    LANGUAGES.map((language, column) => {
      const isEdited = side !== undefined && column === side && row % 100 === 0;
      return `${language} phrase ${row}${isEdited ? ' edited' : ''}`;
    }).join(','),
  );
  const more = side === undefined ? 0 : 50;
  for (let row = 0; row < more; row += 1)
    lines.push(LANGUAGES.map((language) => `${language} new ${side} ${row}`).join(','));
  return `${[LANGUAGES.join(','), ...lines].join('\n')}\n`;
}

/** Reports the time of both programs, without that of starting them. */
export async function mergeOfMany(report, { cli, folder, rounds }) {
  const home = join(folder, 'merge');
  mkdirSync(home, { recursive: true });
  const path = (name) => join(home, `${name}.csv`);
  writeFileSync(path('base'), table());
  writeFileSync(path('ours'), table(1));
  writeFileSync(path('theirs'), table(2));
  for (const name of ['result', 'lines', 'small']) cpSync(path('ours'), path(name));
  writeFileSync(path('small'), 'en,de\n');
  const three = (result) => [path('base'), path(result), path('theirs')];
  const small = ['small', 'small', 'small'].map(path);
  const merge = (files) => ({ args: [cli, 'merge', ...files, 'terms.csv'], options: { cwd: home } });
  // The result of the first round is merged again in the others, which is the same work.
  const times = await interleaved(
    [
      { name: 'merge', ...merge(three('result')) },
      { name: 'start', ...merge(small) },
      {
        name: 'lines',
        program: 'git',
        args: ['merge-file', '-p', '-q', path('lines'), path('base'), path('theirs')],
        options: { cwd: home, expected: Array.from({ length: 128 }, (_, code) => code) },
      },
    ],
    rounds,
  );
  const rows = `${ROWS.toLocaleString('en')} rows, ${LANGUAGES.length} columns`;
  report(`merge by term, ${rows}, the whole process`, times.get('merge'), 'ms');
  report(`merge by term, ${rows}, without the start`, times.get('merge') - times.get('start'), 'ms', 300);
  report(`git merge-file, ${rows}, which leaves conflicts`, times.get('lines'), 'ms');
}

// Lists of terms of other systems: reading alone, and the whole import into a new workspace.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundled } from './bundled.mjs';
import { median, run } from './measure.mjs';

const TBX_BYTES = 50 * 1024 * 1024;
const ROWS = 20_000;
const ROUNDS = 5;

const entry = (number) => `<termEntry id="c${number}">
<descrip type="definition">What the thing number ${number} is, in one sentence.</descrip>
<langSet xml:lang="en"><tig><term>concept word ${number}</term><termNote type="partOfSpeech">noun</termNote>
<termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></tig></langSet>
<langSet xml:lang="de"><tig><term>Begriff Nummer ${number}</term>
<termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></tig>
<tig><term>Benennung ${number}</term>
<termNote type="administrativeStatus">admittedTerm-admn-sts</termNote></tig></langSet>
<langSet xml:lang="fr"><tig><term>terme numéro ${number}</term></tig></langSet></termEntry>
`;

function tbx() {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<martif type="TBX" xml:lang="en"><text><body>\n'];
  for (let [bytes, number] = [0, 0]; bytes < TBX_BYTES; number += 1) {
    const text = entry(number);
    bytes += text.length + 1;
    parts.push(text);
  }
  return `${parts.join('')}</body></text></martif>\n`;
}

const row = (number) => [
  ...['word', 'Wort', 'mot', 'palabra'].map((text) => `${text} ${number}`),
  ...['approved', 'noun', `c${number}`, `a note on row ${number}`],
];

/** A program that reads one file, so that its time and memory are those of the reader. */
async function reader(folder) {
  const outfile = join(folder, 'read.cjs');
  await build({
    stdin: {
      contents: `import { readFileSync } from 'node:fs';
import { readTermbase } from './src/files/exchange/read/read-termbase.ts';
const [, , file] = process.argv;
if (readTermbase({ bytes: readFileSync(file), file }).value.concepts.length < 1000) process.exit(1);`,
      resolveDir: resolve('.'),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    outfile,
  });
  return outfile;
}

export async function exchangeRows(report) {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-exchange-'));
  try {
    const { xlsx } = await bundled("export { xlsx } from './test/files/exchange/xlsx.ts';");
    const [termbase, book] = [join(folder, 'big.tbx'), join(folder, 'big.xlsx')];
    writeFileSync(termbase, tbx());
    const header = ['en', 'de', 'fr', 'es', 'status', 'pos', 'concept', 'note'];
    writeFileSync(book, xlsx({ Terms: [header, ...Array.from({ length: ROWS }, (_, number) => row(number))] }));
    const read = await reader(folder);
    const measured = async (args, options) => {
      const runs = [];
      for (let round = 0; round < ROUNDS; round += 1) runs.push(await run(args, { ...options(round), memory: true }));
      return { seconds: median(runs.map(({ ms }) => ms)) / 1000, peakMb: median(runs.map(({ peakMb }) => peakMb)) };
    };
    const plain = () => ({});
    const ofTbx = await measured([read, termbase], plain);
    report('50 MB of TBX, read', ofTbx.seconds / 4, '× 4 s', 1);
    report('50 MB of TBX, read: memory', ofTbx.peakMb / 250, '× 250 MB', 1);
    const ofXlsx = await measured([read, book], plain);
    report('XLSX of 20,000 × 8 cells, read', ofXlsx.seconds, '× 1 s', 1);
    const home = (round) => {
      const cwd = join(folder, `import-${round}`);
      mkdirSync(cwd, { recursive: true });
      rmSync(join(cwd, 'glossaries'), { recursive: true, force: true });
      return { cwd };
    };
    const cli = resolve('dist/main.js');
    const imported = await measured([cli, 'import', termbase, '--to', 'glossary.big'], home);
    report('50 MB of TBX, imported into a new workspace', imported.seconds / 8, '× 8 s', 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

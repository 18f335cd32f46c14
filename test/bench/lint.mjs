// The linter: a clean dictionary of 10 MB, and 131,000 pairs in four scripts, one in thirty with something to find, as in real lists.
// What is compared is the same command with every rule off.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csv, entries, random } from './data.mjs';
import { interleaved, run } from './measure.mjs';

const PAIRS = 131_000;
const WORDS = {
  de: ['Haus', 'Straße', 'größer', 'Übersicht', 'anmelden', 'Warenkorb'],
  fr: ['maison', 'élève', 'façade', 'où', 'connexion', 'panier'],
  ru: ['дом', 'улица', 'больше', 'обзор', 'войти', 'корзина'],
  ja: ['家', '通り', 'カート', 'ログイン', '大きい', '概要'],
};

/** Pairs of one language; every thirtieth one has an alternative, two spaces, or a letter of another script. */
function pairs(language, count) {
  const next = random(language.charCodeAt(0));
  const word = () => WORDS[language][Math.floor(next() * WORDS[language].length)];
  const dirt = [(text) => `${text} / ${word()}`, (text) => `${text}  ${word()}`, (text) => `${text} Hоus`];
  return Array.from({ length: count }, (_, row) => {
    const target = `${word()} ${word()}`;
    return [`term ${row.toString(36)} of`, row % 30 === 0 ? dirt[row % 3](target) : target];
  });
}

/** The ids of every rule that settings may name. */
const ruleIds = (cli, cwd) =>
  execFileSync(process.execPath, [cli, 'lint', '--explain', 'all'], { cwd, encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => /^([a-z]+\/[a-z-]+)\s/.exec(line)?.slice(1) ?? []);

/** Reports what the linter costs beside reading and checking the same files. */
export async function lintRows(report, { cli, folder, rounds, bytes }) {
  const configured = (name, files, off) => {
    const root = join(folder, name);
    const home = join(root, 'glossaries', 'large');
    mkdirSync(home, { recursive: true });
    const head = 'version: 1\ntargets: { bench: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n';
    writeFileSync(join(root, 'lexform.yaml'), head);
    writeFileSync(join(home, 'glossary.yaml'), 'name: Large\n');
    for (const [file, text] of files) writeFileSync(join(home, file), text);
    if (off) {
      const rules = ruleIds(cli, root).map((id) => `${id}: off`);
      // Constraints of the service have no level.
      const settable = rules.filter(
        (rule) => !/^(?:space\/outer|character\/control|terms\/(?:duplicate|repeated)):/.test(rule),
      );
      writeFileSync(join(root, 'lexform.yaml'), `${head}lint: { rules: { ${settable.join(', ')} } }\n`);
    }
    return root;
  };
  const clean = csv(entries(bytes, 1).map(([source, target]) => [source, target.replace(',', '')]));
  const dirty = Object.keys(WORDS).map((language) => [`en-${language}.csv`, csv(pairs(language, PAIRS / 4))]);
  const validate = (name, root) => ({
    name,
    args: [cli, 'validate', '--json'],
    options: { cwd: root, expected: [0, 4] },
  });
  const roots = {
    clean: configured('lint-clean', [['en-de.csv', clean]], false),
    'clean-off': configured('lint-clean-off', [['en-de.csv', clean]], true),
    pairs: configured('lint-pairs', dirty, false),
    'pairs-off': configured('lint-pairs-off', dirty, true),
  };
  const times = await interleaved(
    Object.entries(roots).map(([name, root]) => validate(name, root)),
    rounds,
  );
  const extra = (name) => times.get(name) - times.get(`${name}-off`);
  report(
    'lint of a clean 10 MB dictionary, beside its validate',
    extra('clean') / times.get('clean-off'),
    '× validate',
    1.1,
  );
  report('lint of 131,000 pairs in one process', times.get('pairs') / 1000, 's', 3);
  const peak = async (root) =>
    (await run([cli, 'validate', '--json'], { cwd: root, memory: true, expected: [0, 4] })).peakMb;
  for (const name of ['clean', 'pairs'])
    report(
      `peak memory with lint, ${name}`,
      (await peak(roots[name])) / (await peak(roots[`${name}-off`])),
      '× without',
    );
}

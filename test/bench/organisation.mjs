// A large organisation: 5,000 dictionaries of 200 terms and 1,000 style lists over 20 targets, on a service that answers
// so many calls a second and refuses the others.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { csv } from './data.mjs';
import { run, started } from './measure.mjs';

const CLI = resolve('dist/main.js');
const TARGETS = 20;
/** Of one target, and of a few, the memory is measured as well: more targets are to take no more. */
const FEW = 5;
const ACCOUNTS = 1 + FEW + TARGETS;
const GLOSSARIES = 50;
const STYLE_LISTS = 50;
const LANGUAGES = ['de', 'fr', 'ja', 'es', 'it'];
const TERMS = 200;
/** Calls a second, in the long run and at once. */
const RATE = 100;
const BURST = 20;

/** Every target gets the same 250 dictionaries and 50 style lists, in an account of its own. */
function workspace(root, url) {
  mkdirSync(join(root, 'style-rules'), { recursive: true });
  const targets = Array.from({ length: ACCOUNTS }, (_, at) => `  t${at}: { base_url: "${url}", key: env:KEY_${at} }\n`);
  writeFileSync(
    join(root, 'lexform.yaml'),
    `version: 1\ntargets:\n${targets.join('')}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
  );
  for (let glossary = 0; glossary < GLOSSARIES; glossary += 1) {
    const home = join(root, 'glossaries', `g${glossary}`);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'glossary.yaml'), `name: g${glossary}\ndictionaries: auto\n`);
    const rows = Array.from({ length: TERMS }, (_, at) => [`term ${glossary} ${at}`, `Begriff ${glossary} ${at}`]);
    for (const language of LANGUAGES) writeFileSync(join(home, `en-${language}.csv`), csv(rows));
  }
  for (let list = 0; list < STYLE_LISTS; list += 1)
    writeFileSync(
      join(root, 'style-rules', `s${list}.yaml`),
      `name: Style ${list}\nlanguage: de\nconfigured_rules:\n  style_and_tone:\n    short_vs_long_words: use_short_words\n`,
    );
}

/** `apply` and `plan` of 20 targets: the time beside what the rate allows, the memory beside that of 1 and of 5. */
export async function organisationRows(report) {
  const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-organisation-'));
  const keys = Array.from({ length: ACCOUNTS }, (_, at) => `bench-key-${at}`);
  const env = Object.fromEntries(keys.map((key, at) => [`KEY_${at}`, key]));
  const fault = `kind: rate-limit, perSecond: ${RATE}, burst: ${BURST}`;
  const service = await started([
    ...[CLI, 'serve', '--port', '0', '--fault', fault],
    ...keys.flatMap((key) => ['--key', key]),
  ]);
  try {
    const root = join(folder, 'workspace');
    workspace(root, service.url);
    const options = { cwd: root, env, memory: true };
    /** Calls that were answered with something else than a refusal for the rate. */
    const during = async (args) => {
      const before = service.answers();
      const { ms, peakMb } = await run([CLI, ...args], options);
      const after = service.answers();
      return { ms, peakMb, calls: after.made - before.made, refused: after.refused - before.refused };
    };
    const names = keys.map((_, at) => `t${at}`);
    const [one, few, all] = [names.slice(0, 1), names.slice(1, 1 + FEW), names.slice(1 + FEW)].map((of) =>
      of.join(','),
    );
    for (const args of [['apply', '--auto-approve'], ['plan']]) {
      const of = (targets) => during([...args, '--target', targets]);
      const [lone, several] = [await of(one), await of(few)];
      const { ms, peakMb, calls, refused } = await of(all);
      const title = `${args[0]} of 5,000 dictionaries over ${TARGETS} targets`;
      report(`${title}, ${RATE} calls a second`, ms / ((calls / RATE) * 1000), '× calls ÷ rate', 1.1);
      report(`${title}, calls made`, calls, 'calls');
      report(`${title}, calls refused for the rate`, refused / calls, '× calls');
      report(`${title}, peak memory`, peakMb / several.peakMb, `× ${FEW} targets`);
      report(`${title}, peak memory`, peakMb / lone.peakMb, '× one target');
    }
  } finally {
    service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

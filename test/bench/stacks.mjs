// A company list in five layers, and 200 glossaries of 2,000 terms that extend it: their plan against the same terms in
// flat files. Each glossary has rows of its own. In the second case, they have a column `override` with some overrides.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csv } from './data.mjs';
import { interleaved, run } from './measure.mjs';

const LAYERS = 5;
const GLOSSARIES = 200;
const TERMS = 2000;
/** Terms of one layer; a glossary has the rest. */
const PER_LAYER = Math.floor(TERMS / (LAYERS + 1));
const OVERRIDES = 10;

const term = (name, row) => [`${name} term number ${row} with words`, `${name} Ausdruck Nummer ${row} mit Wörtern`];
const rowsOf = (name, count) => Array.from({ length: count }, (_, row) => term(name, row));
const marked = (rows, mark) => rows.map(([source, target]) => `${source},${target},${mark}\n`).join('');

function workspace(root, glossaries) {
  mkdirSync(root, { recursive: true });
  writeFileSync(
    join(root, 'lexform.yaml'),
    'version: 1\ntargets: { bench: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\nledger: false\n',
  );
  for (const [name, yaml, text] of glossaries) {
    const home = join(root, 'glossaries', name);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'glossary.yaml'), `name: ${name}\n${yaml}`);
    writeFileSync(join(home, 'en-de.csv'), text);
  }
  return root;
}

/** The workspace with layers, and the one with flat files. */
function workspaces(folder, hasOverrides) {
  const layers = Array.from({ length: LAYERS }, (_, at) => rowsOf(`layer${at}`, PER_LAYER));
  const extended = (at) => (at === 0 ? '' : `extends: [glossary.layer${at - 1}]\n`);
  const stack = layers.map((rows, at) => [`layer${at}`, `publish: false\n${extended(at)}`, csv(rows)]);
  const flat = [];
  for (let at = 0; at < GLOSSARIES; at += 1) {
    const own = rowsOf(`own${at}`, TERMS - PER_LAYER * LAYERS);
    const others = hasOverrides ? layers[0].slice(0, OVERRIDES).map(([source]) => [source, `anders ${at}`]) : [];
    const table = hasOverrides ? `source,target,override\n${marked(own, '')}${marked(others, 'yes')}` : csv(own);
    stack.push([`g${at}`, extended(LAYERS), table]);
    flat.push([`g${at}`, '', csv([...own, ...others, ...layers.flat().slice(others.length)])]);
  }
  const name = hasOverrides ? 'overrides' : 'layers';
  return [workspace(join(folder, `${name}-stack`), stack), workspace(join(folder, `${name}-flat`), flat)];
}

/** Wall time and peak memory of a plan with layers, against flat files. */
export async function stackRows(report, { cli, folder, rounds }) {
  for (const hasOverrides of [false, true]) {
    const [stack, flat] = workspaces(folder, hasOverrides);
    const planOf = (name, root) => ({ name, args: [cli, 'plan'], options: { cwd: root } });
    const times = await interleaved([planOf('stack', stack), planOf('flat', flat)], rounds);
    const title = `plan, ${GLOSSARIES} × ${TERMS} terms over ${LAYERS} layers${hasOverrides ? ', with overrides' : ''}`;
    report(title, times.get('stack') / times.get('flat'), '× flat files', 1.3);
    const measured = async (root) => run([cli, 'plan'], { cwd: root, memory: true });
    const [layered, plain] = [await measured(stack), await measured(flat)];
    report(`${title}, peak memory`, layered.peakMb / plain.peakMb, '× flat files', 1.5);
    report(`${title}, CPU`, layered.cpuSeconds / plain.cpuSeconds, '× flat files');
  }
}

// `npm start`: the main job on the quickstart workspace, with the embedded service listening on a free loopback port.
// Every line that begins with `$` is a command that works just so in a terminal. Of what it prints there, the tour shows
// what fits on one screen.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, '..', 'dist', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'lexform-tour-'));
const key = 'tour-key';

/** Starts the service and waits until it says where it listens. */
async function startService() {
  const service = spawn(process.execPath, [cli, 'serve', '--port', '0', '--key', key, '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(service, 'exit').then(() => Promise.reject(new Error('the service ended before it listened')));
  let said = '';
  const url = (async () => {
    for await (const chunk of service.stdout) {
      said += chunk;
      const found = /http:\/\/[\w.:[\]]+/.exec(said);
      if (found !== null) return found[0];
    }
    throw new Error(`the service did not say where it listens: ${said}`);
  })();
  return { service, url: await Promise.race([url, gone]) };
}

/** Runs one command in the copied workspace, and shows of what it prints what `shown` leaves. */
async function lexform(args, shown) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LEXFORM_API_KEY: key },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`lexform ${args.join(' ')} ended with ${code}:\n${out}${err}`);
  const lines = shown(out.split('\n').filter((line) => line.trim() !== ''));
  process.stdout.write(`$ lexform ${args.join(' ')}\n${lines.join('\n')}\n`);
}

/** A plan without what follows the first term, rule or instruction of each resource. */
function folded([summary, ...lines]) {
  const resources = [];
  for (const line of lines) {
    if (/^[+~-] /.test(line)) resources.push([]);
    if (line.startsWith(' ') || /^[+~-] /.test(line)) resources.at(-1)?.push(line);
  }
  const first = (each) => each.findIndex((line) => line.startsWith('    ')) + 1;
  return [
    summary,
    ...resources.flatMap((each) => [
      ...each.slice(0, first(each)),
      ...(each.length > first(each) ? [`    … and ${each.length - first(each)} more lines`] : []),
    ]),
  ];
}

/** The change, and its effect on one sample. */
function effect(lines) {
  const sample = lines.findIndex((line) => line.startsWith('Preview:'));
  return [...lines.slice(0, 4), lines[sample], ...lines.slice(sample + 2, sample + 4)];
}

const { service, url } = await startService();
try {
  cpSync(join(here, 'quickstart'), folder, { recursive: true });
  const config = join(folder, 'lexform.yaml');
  const targeted = readFileSync(config, 'utf8').replace(
    /^targets:\n(?:[ #].*\n)+/m,
    `targets:\n  tour: { base_url: "${url}" }\n`,
  );
  if (!targeted.includes(url)) throw new Error('examples/quickstart/lexform.yaml has no targets to replace');
  writeFileSync(config, targeted.replaceAll('../../schemas', join(here, '..', 'schemas')));
  process.stdout.write(`The embedded service listens on ${url}; the workspace is a copy of examples/quickstart.\n\n`);
  await lexform(['plan'], folded);
  process.stdout.write('\n');
  await lexform(['apply', '--auto-approve'], (lines) => lines.filter((line) => line.startsWith('Applied ')));
  process.stdout.write('\n');
  await lexform(['plan'], (lines) => lines);

  const csv = join(folder, 'glossaries', 'product', 'en-de.csv');
  const edited = readFileSync(csv, 'utf8').replace(/^dashboard,.*$/m, 'dashboard,Dashboard');
  writeFileSync(csv, edited);
  process.stdout.write('\nSomebody edits glossaries/product/en-de.csv: "dashboard" shall be "Dashboard".\n');
  await lexform(['plan', '--preview'], effect);

  process.stdout.write(`
Your own terms: node dist/main.js init my-terms. All commands: node dist/main.js --help. A live service: docs/get-started.md.
`);
} finally {
  service.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

// `npm start`: the main job on the quickstart workspace, with the embedded service listening on a free loopback port.
// Every line that begins with `$` is a command that works just so in a terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const cli = join(here, '..', 'dist', 'main.cjs');
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

/** Runs one command in the copied workspace and shows it. */
async function lexform(expected, ...args) {
  process.stdout.write(`\n$ lexform ${args.join(' ')}\n`);
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, LEXFORM_API_KEY: key },
  });
  const [code] = await once(child, 'exit');
  if (!expected.includes(code)) throw new Error(`lexform ${args.join(' ')} ended with ${code}`);
}

const { service, url } = await startService();
try {
  cpSync(join(here, 'quickstart'), folder, { recursive: true });
  const config = join(folder, 'lexform.yaml');
  const text = readFileSync(config, 'utf8').replace(
    /^targets:\n(?:[ #].*\n)+/m,
    `targets:\n  tour: { base_url: "${url}" }\n`,
  );
  if (!text.includes(url)) throw new Error('examples/quickstart/lexform.yaml has no targets to replace');
  writeFileSync(config, text.replaceAll('../../schemas', join(here, '..', 'schemas')));
  process.stdout.write(`The embedded service listens on ${url}; the workspace is a copy of examples/quickstart.\n`);

  await lexform([0], 'plan');
  await lexform([0], 'apply', '--auto-approve');
  await lexform([0], 'plan', '--detailed-exitcode');

  const csv = join(folder, 'glossaries', 'product', 'en-de.csv');
  const edited = readFileSync(csv, 'utf8').replace(/^dashboard,.*$/m, 'dashboard,Dashboard');
  writeFileSync(csv, edited);
  process.stdout.write(
    '\nNow somebody edits a term in glossaries/product/en-de.csv: "dashboard" shall be "Dashboard".\n',
  );
  await lexform([2], 'plan', '--preview', '--detailed-exitcode');

  process.stdout.write(`
What to do next:
  node dist/main.cjs init my-terms     a workspace of your own, with the embedded service as its target
  node dist/main.cjs --help            all commands
  README.md                           how to point it at a live service, and at CI
`);
} finally {
  service.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

// Whole processes, timed; the peak memory is what the process itself reports as it ends.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'lexform-measure-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const peakFile = join(folder, 'peak');
const hook = join(folder, 'peak.mjs');
writeFileSync(
  hook,
  `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(${JSON.stringify(peakFile)}, JSON.stringify([maxRSS, userCPUTime + systemCPUTime]));
});\n`,
);

/**
 * Runs Node, or another program, once. Gives wall time in milliseconds and, when asked, the peak resident memory in MB
 * and the time of the processor in seconds.
 */
export async function run(args, { cwd, env = {}, expected = [0], memory = false, program = process.execPath } = {}) {
  const clean = { ...process.env, ...env };
  // Node reads the certificates that this names at every start, which is no part of what is measured.
  delete clean.NODE_EXTRA_CA_CERTS;
  const started = process.hrtime.bigint();
  const child = spawn(program, [...(memory ? ['--import', pathToFileURL(hook).href] : []), ...args], {
    cwd,
    env: clean,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (!expected.includes(code)) throw new Error(`${args.join(' ')} ended with ${code}: ${said.slice(0, 2000)}`);
  if (!memory) return { ms };
  const [peakKb, cpuMicroseconds] = JSON.parse(readFileSync(peakFile, 'utf8'));
  return { ms, peakMb: peakKb / 1024, cpuSeconds: cpuMicroseconds / 1e6 };
}

/**
 * Starts `lexform serve` and waits for its address. `answers()` counts the calls that its log names by now: those that
 * were refused with 429, and the others.
 */
export async function started(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill('SIGKILL'));
  const counts = { made: 0, refused: 0 };
  let rest = '';
  child.stderr.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines)
      if (/\b(GET|POST|PUT|PATCH|DELETE) \//.test(line)) counts[/ 429\b/.test(line) ? 'refused' : 'made'] += 1;
  });
  let said = '';
  const url = await new Promise((found, failed) => {
    child.on('exit', () => failed(new Error(`the service ended: ${said}${rest}`)));
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const match = /http:\/\/[\w.:[\]]+/.exec(said);
      if (match !== null) found(match[0]);
    });
  });
  return { url, answers: () => ({ ...counts }), stop: () => child.kill('SIGKILL') };
}

export const median = (values) => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted.length % 2 === 1
    ? sorted[(sorted.length - 1) / 2]
    : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
};

/**
 * Runs all commands in turn, `rounds` times, so that a slow spell of the machine hits all of them. Gives the median of
 * each.
 */
export async function interleaved(commands, rounds) {
  const times = new Map(commands.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, program, args, options } of commands) {
      const { ms } = await run(args, { program, ...options });
      // The first round fills the caches.
      if (round > 0) times.get(name).push(ms);
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

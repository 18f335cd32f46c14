import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import type { AccountKey } from '../../src/service/auth/key-ring.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service/create-service.ts';
import { bytesOfPart, partOfBytes } from '../files/cases/case-text.ts';
import type { CliInput } from '../support/cli.ts';
import { tempFolder } from '../support/git-repository.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { DOCUMENTS, INSTEAD } from '../support/json-documents.ts';
import { jsonLines } from '../support/json-lines.ts';
import { contentOf } from '../support/live-content.ts';
import { schemaErrors } from '../support/schema-errors.ts';
import { caller } from '../support/service-caller.ts';
import { commandsIn, type Programs, type Ran, sessionSteps, type Written } from '../support/session.ts';
import { TEST_ADMIN_KEY } from '../support/target.ts';

/** A file that a reader puts into the workspace, or a block of commands with a comment of its own. */
const PIECE =
  /^(<!-- run: .* -->$|`[^`\n]+`:\n\n(`{3,})\w*(?: escaped)?\n[\s\S]*?^\2$|(?:<!-- [a-z]+: .* -->\n)*^```console\n[\s\S]*?^```$)/m;
const FILE = /^`(?<path>[^`\n]+)`:\n\n(?<fence>`{3,})\w*(?<escaped> escaped)?\n(?<text>[\s\S]*?)^\k<fence>$/m;
const CONSOLE = /^(?<head>(?:<!-- [a-z]+: .* -->\n)*)```console\n(?<block>[\s\S]*?)^```$/m;
/** Options of the service, as JSON: the first line of a page. */
const SERVICE = /^<!-- service: (.*) -->$/m;

/** What nobody sees, as an escape. */
const HIDDEN = /[^\P{Z} ]|[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;
/**
 * Times of the service follow from the number of its looks at the clock, trace ids from the order of calls, and places in
 * the code from its lines.
 */
const lasting = (text: string): string =>
  text
    .replaceAll(/2026-01-01T00:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-01T00:00:00Z')
    .replaceAll(/(X-Trace-ID )[\da-f]{32}/g, `$1${'0'.repeat(32)}`)
    .replaceAll(/^ {4}at .*\n?/gm, '');

const visible = (text: string): string =>
  text.replaceAll(HIDDEN, (found) =>
    found === '\n' ? found : found === '\r' ? '\\r' : `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );

/** Each line of standard error begins with `2>`. */
function streams(pieces: readonly Written[]): string {
  const parts: { readonly isError: boolean; text: string }[] = [];
  for (const { isError, text } of pieces) {
    const last = parts.at(-1);
    if (last?.isError === isError) last.text += text;
    else parts.push({ isError, text });
  }
  return parts
    .filter(({ text }) => text !== '')
    .map(({ isError, text }) =>
      isError ? visible(lasting(text)).replace(/^(?!$(?![\s\S]))/gm, '2> ') : visible(lasting(text)),
    )
    .map((text, index) => (text.endsWith('\n') || index === parts.length - 1 ? text : `${text}\n`))
    .join('');
}

/** The members of JSON at a path such as `changes[].address`. */
function picked(value: unknown, path: string): unknown {
  const [, name = '', lists = '', rest = ''] = /^([^.[]*)((?:\[\])*)\.?(.*)$/.exec(path) ?? [];
  const member = name === '' ? value : (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  const below = (part: unknown, depth: number): unknown =>
    depth === 0
      ? rest === ''
        ? part
        : picked(part, rest)
      : Array.isArray(part)
        ? part.map((each) => below(each, depth - 1))
        : undefined;
  return below(member, lists.length / 2);
}

const outOf = ({ shown }: Ran): string => shown.replace(/^2>.*\n?/gm, '');

/** JSON of a command has one of its schemas. */
function expectDocument(command: string, ran: Ran): void {
  const [name, schemas] = Object.entries(DOCUMENTS).find(([words]) => command.startsWith(`lexform ${words} `)) ?? [];
  if (name === undefined || outOf(ran) === '') return;
  const document: unknown = JSON.parse(outOf(ran));
  const errors = [...(schemas ?? []), ...INSTEAD].map((schema) => schemaErrors(schema, document));
  expect(errors.some((found) => found.length === 0) ? [] : errors, command).toEqual([]);
}

/** Standard output as JSON, and of that the members at these paths. */
function pick(ran: Ran, paths: readonly string[]): Ran {
  const { code, shown } = ran;
  const json: unknown = JSON.parse(outOf(ran));
  const lines = paths.map((path) => `${path}: ${jsonLines(picked(json, path))}`);
  return { code, shown: [...(shown.match(/^2>.*$/gm) ?? []), ...lines].join('\n') };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A service of a transcript, and the calls that commands made since they were last shown. */
interface Host {
  readonly service: Service;
  readonly call: Ports['fetch'];
  readonly calls: Call[];
}

/** The time that `date` has set. */
interface Clock {
  set: Date | undefined;
}

const START = new Date('2026-01-02T03:04:05Z');

/** A service whose clock moves a second with every look, as long as no time was set. */
function serviceWith(options: ServiceOptions, clock: Clock): Service {
  let seconds = 0;
  const now = (): Date => {
    seconds += 1;
    return clock.set ?? new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
  };
  const onError = (error: unknown): never => {
    throw error;
  };
  return createService({ onError, ...options }, { now, id: idsInOrder(), sleep: async () => {}, random: () => 0.5 });
}

const SERVICE_PORT = '9';
const ACCOUNTS: readonly AccountKey[] = [
  { key: TEST_KEY, plan: 'pro' },
  { key: TEST_ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
];
const originOf = (url: string): string => /^http:\/\/127\.0\.0\.1:(\d+)/.exec(url)?.[1] ?? SERVICE_PORT;

/** The services by port: 8 and 9. Nobody listens at another one. */
function makeHosts(options: Partial<ServiceOptions>, clock: Clock) {
  const hosts = new Map<string, Host>();
  const hostAt = (port: string): Host => {
    const service = serviceWith({ accounts: ACCOUNTS, faultsPath: true, ...options }, clock);
    const host = hosts.get(port) ?? { service, call: inProcessFetch(service), calls: [] };
    hosts.set(port, host);
    return host;
  };
  const nobody = nodeFetchPort();
  const fetch: Ports['fetch'] = async (url, request) => {
    if (!['8', SERVICE_PORT].includes(originOf(url))) return nobody(url, request);
    const { call, calls } = hostAt(originOf(url));
    const body = request.body === undefined ? '' : new TextDecoder().decode(request.body);
    calls.push({ method: request.method, path: url.replace(/^http:\/\/[^/]*/, ''), body });
    return call(url, request);
  };
  return { hosts, hostAt, fetch };
}

/** Calls that change something, in their order; then the others, by their paths and number. */
export function callLines(calls: readonly Call[], withBodies: boolean): string {
  const isRead = ({ method }: Call): boolean => method === 'GET';
  const changes = calls
    .filter((call) => !isRead(call))
    .map(({ method, path, body }) => {
      const shown = withBodies && body !== '' ? ` ${body}` : '';
      return `${method} ${path}${shown}`;
    });
  const counts = new Map<string, number>();
  for (const { path } of calls.filter(isRead)) {
    const line = `GET ${path.replace(/\?.*/, '').replace(/[\da-f]{8}-[-\da-f]{27}/g, '{id}')}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const reads = [...counts].map(([line, count]) => `${line}${count > 1 ? ` × ${count}` : ''}`);
  return [...changes, ...reads.sort()].map((line) => `${line}\n`).join('');
}

/**
 * What the programs of a transcript print, by name. `calls` shows the calls of commands since the last `calls`, and
 * `service` the content of the service.
 */
function programsFor({ hosts, hostAt }: ReturnType<typeof makeHosts>, clock: Clock) {
  const valuesOf = (words: readonly string[], option: string) =>
    words.filter((_, index) => words[index - 1] === option);
  const each = async (show: (host: Host) => string | Promise<string>): Promise<string> => {
    const shown = [...hosts].sort().map(async ([port, host]) => {
      const text = await show(host);
      return hosts.size === 1 || text === '' ? text : `port ${port}:\n${text}`;
    });
    return (await Promise.all(shown)).join('');
  };
  return {
    async curl(words: readonly string[], folder: string) {
      const [method] = valuesOf(words, '-X');
      const [data] = valuesOf(words, '-d');
      const body = data?.startsWith('@') ? readFileSync(join(folder, data.slice(1)), 'utf8') : data;
      const [key] = valuesOf(words, '-u');
      const url = words.at(-1) ?? '';
      const call = caller(hostAt(originOf(url)).service, key);
      const path = url.replace(/^http:\/\/[^/]*/, '');
      const answer = await call(method ?? (body === undefined ? 'GET' : 'POST'), path, body);
      const shown = typeof answer.body === 'string' ? answer.body : jsonLines(answer.body);
      return lasting(`${answer.status}\n${shown}`);
    },
    async calls([bodies]: readonly string[]) {
      return each(({ calls }) => callLines(calls.splice(0), bodies === '--bodies'));
    },
    async service() {
      return each(async ({ service }) => {
        const { glossaries, lists } = await contentOf(service);
        return [...glossaries, ...lists].map((value) => `${jsonLines(value)}\n`).join('');
      });
    },
    async date([time = '']: readonly string[]) {
      clock.set = new Date(time);
      return '';
    },
    async cat(words: readonly string[], folder: string) {
      return words.map((path) => shownFile(join(folder, path))).join('');
    },
    async ls(words: readonly string[], folder: string) {
      const paths = readdirSync(join(folder, words[0] ?? ''), { recursive: true, withFileTypes: true })
        .filter((each) => !each.isDirectory())
        .map((each) =>
          join(each.parentPath, each.name)
            .slice(folder.length + 1)
            .replaceAll('\\', '/'),
        )
        .filter((path) => !/^(?:\.git|\.lexform)\//.test(path));
      return paths
        .sort()
        .map((path) => `${path}\n`)
        .join('');
    },
    async rm(words: readonly string[], folder: string) {
      for (const path of words) rmSync(join(folder, path), { recursive: true });
      return '';
    },
    async mv([from = '', to = '']: readonly string[], folder: string) {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      renameSync(join(folder, from), join(folder, to));
      return '';
    },
  };
}

/** The bytes of a file as lines: what a person does not see is an escape, and an open last line says so. */
function shownFile(path: string): string {
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  const isPlain = Buffer.from(text).equals(bytes) && visible(text) === text && (text === '' || text.endsWith('\n'));
  return isPlain ? text : partOfBytes(bytes);
}

function putFile(root: string, { path = '', escaped, text = '' }: Readonly<Record<string, string | undefined>>): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, escaped === undefined ? text : bytesOfPart(text));
}

/** What the programs of a folder of transcripts can use. */
export interface TranscriptWorld {
  readonly root: string;
  /** `fetch` calls the services of the transcript. */
  readonly ports: Pick<Ports, 'fetch' | 'now' | 'id'>;
  /** The text of a program without what varies and what nobody sees. */
  readonly shown: (text: string) => string;
}

/** More programs than those of every transcript. */
export type MorePrograms = (world: TranscriptWorld) => Programs;

/** A line that would be a part of the page begins with a backslash. */
const asOutput = (text: string): string => text.replace(/^(?=```|## |\$ )/gm, '\\');

/** The part of a transcript with what its commands show now. */
type Play = (text: string) => Promise<string>;

function playIn(root: string, options: Partial<ServiceOptions>, more: MorePrograms): Play {
  const clock: Clock = { set: undefined };
  const hosts = makeHosts(options, clock);
  const env = { KEY: TEST_KEY };
  // Without an answer there is no terminal.
  const input: Partial<CliInput> = {
    env,
    fetch: hosts.fetch,
    now: () => clock.set ?? START,
    nodeVersion: '22.1.0',
    ...({ answer: undefined } as object),
  };
  const ports = { fetch: hosts.fetch, now: () => clock.set ?? START, id: idsInOrder() };
  const programs = {
    ...programsFor(hosts, clock),
    ...more({ root, ports, shown: (text) => visible(lasting(text)) }),
  };
  const run = commandsIn(root, { input, programs, render: streams });
  async function block(text: string, head: string): Promise<string> {
    const [, answer] = /<!-- answers: (.*) -->/.exec(head) ?? [];
    const shown: string[] = [];
    for (const { line } of sessionSteps(text)) {
      const [piped = '', paths] = line.split(' | pick ');
      const [command = '', file] = piped.split(' < ');
      const stdin = file === undefined ? {} : { stdin: readFileSync(join(root, file)) };
      const whole = await run(command, { ...(answer !== undefined && { answer }), ...stdin });
      if (/^lexform .*--json\b/.test(command)) expectDocument(command, whole);
      const ran = paths === undefined ? whole : pick(whole, paths.split(' '));
      const lines = [`$ ${line}`, asOutput(ran.shown), ran.code === 0 ? '' : `[exit code ${ran.code}]`];
      shown.push(lines.filter((each) => each !== '').join('\n'));
    }
    return `${head}\`\`\`console\n${shown.join('\n\n')}\n\`\`\``;
  }
  return async (text) => {
    let played = '';
    // The fence of a file is a group of the expression, and so a piece of its own.
    const pieces = text.split(PIECE).filter((_, index) => index % 3 !== 2);
    for (const piece of pieces) {
      const file = FILE.exec(piece)?.groups;
      const commands = CONSOLE.exec(piece)?.groups;
      const [, hidden] = /^<!-- run: (.*) -->$/.exec(piece) ?? [];
      if (hidden !== undefined) expect(await run(hidden), hidden).toMatchObject({ code: 0 });
      if (file !== undefined) putFile(root, file);
      played += commands === undefined ? piece : await block(commands.block ?? '', commands.head ?? '');
    }
    return played;
  };
}

/** The part before the first heading of a test, which each test begins with, and the tests by title. */
function partsOf(path: string): { readonly start: string; readonly tests: readonly string[] } {
  const [start = '', ...tests] = readFileSync(path, 'utf8').split(/^(?=## )/m);
  return { start, tests };
}

const titleOf = (part: string): string => /^## (.*)$/m.exec(part)?.[1] ?? '';

async function expectPlayed(path: string, index: number, more: MorePrograms): Promise<void> {
  const { start, tests } = partsOf(path);
  const part = tests[index] ?? '';
  const options = (SERVICE.exec(part) ?? SERVICE.exec(start))?.[1] ?? '{}';
  const play = playIn(tempFolder(), JSON.parse(options), more);
  const now = (await play(start)) + (await play(part));
  if (process.env.LEXFORM_WRITE_DOCS === undefined) expect(now).toBe(start + part);
  else if (process.env.CI !== undefined) throw new Error('transcripts are not written in CI');
  else {
    const [first = '', second = ''] = now.split(/^(?=## )/m);
    const all = [first, ...tests.map((each, other) => (other === index ? second : each))].join('');
    if (all !== readFileSync(path, 'utf8')) writeFileSync(path, all);
  }
}

/**
 * The transcripts of a folder: commands, and the output, files and calls that they lead to. Each test has a workspace
 * and a service of its own. `npx vitest run --mode docs` with the path of the test writes what the commands show now;
 * `npm run docs:write` does not.
 */
export function holdTranscripts(folder: string, more: MorePrograms = () => ({})): void {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  describe.each(pages)('%s', (name) => {
    const path = join(folder, name);
    const titles = partsOf(path).tests.map(titleOf);
    test.each(titles.map((title, index) => [title, index] as const))('%s', async (_, index) => {
      await expectPlayed(path, index, more);
    });
    test('each test has a title of its own, and shows commands and no folder of this machine', () => {
      expect(titles).toEqual([...new Set(titles)]);
      expect(readFileSync(path, 'utf8')).not.toMatch(/(?<![\w.])\/(?:tmp|root|usr|var|work|Users)\//);
      expect(
        partsOf(path)
          .tests.filter((part) => !CONSOLE.test(part))
          .map(titleOf),
      ).toEqual([]);
    });
  });
}

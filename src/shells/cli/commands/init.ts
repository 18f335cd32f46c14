import { join, resolve } from 'node:path';
import type { CommandResult } from '../../../app/exit-code.ts';
import type { Ports } from '../../../app/ports.ts';
import { notesOfRun, outcomeOfRun } from '../../../app/run/apply-plan.ts';
import { refused } from '../../../app/run/approve.ts';
import { guardInput, planNow } from '../../../app/run/plan-now.ts';
import { type PullWorkspace, pullNow, readForPull } from '../../../app/run/pull-now.ts';
import { judgePlan, runPlanned } from '../../../app/run/run-planned.ts';
import { accountOf, clientFor, connect } from '../../../app/session/connect.ts';
import { placeInRepository } from '../../../app/session/open-ledger.ts';
import { endOnErrors, openForCommand, valueWithoutErrors, workspaceRoot } from '../../../app/session/open-workspace.ts';
import { formulaNotes } from '../../../files/delimited/formula-cells.ts';
import { writePlace } from '../../../files/node/write-place.ts';
import type { StagedFiles } from '../../../kinds/files/pull-context.ts';
import { filesOf } from '../../../kinds/files/registry.ts';
import type { AnyKind } from '../../../kinds/kind.ts';
import { isInUse, isOfAdmin, KINDS } from '../../../kinds/registry.ts';
import { readPermitted } from '../../../kinds/service/read-entries.ts';
import { desiredResources, type LiveState, liveOf, liveResources } from '../../../kinds/states.ts';
import { UsageError } from '../../../model/errors.ts';
import { errorsIn } from '../../../model/finding.ts';
import { grouped } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { operationsOf } from '../../../model/plan/plan.ts';
import { addressName } from '../../../model/resources/address.ts';
import type { DesiredResource } from '../../../model/resources/resource.ts';
import { type KeySource, type Target, WORKSPACE_FILE } from '../../../model/workspace/workspace.ts';
import { checkGuard } from '../../../plan/guard/guard.ts';
import { visible } from '../../../review/format/escape.ts';
import { findingMessage } from '../../../review/messages/finding-text.ts';
import {
  type LeftOutKind,
  type SharedName,
  type Started,
  startedJson,
  startedText,
  variantsText,
} from '../../../review/messages/started-text.ts';
import { writtenJson, writtenText } from '../../../review/messages/written-text.ts';
import { pullDrift } from '../../../steps/pull/pull-drift.ts';
import { stageFiles } from '../../../steps/pull/staged-files.ts';
import { readWorkspace } from '../../../steps/workspace/read-workspace.ts';
import { DEFAULT_AUTH_SCHEME, DEFAULT_KEY, PRESETS, parseKeySource } from '../../../steps/workspace/target-entry.ts';
import { initialFiles, workspaceText } from '../../../steps/workspace/write-workspace.ts';
import type { InitOptions } from '../options/init-command.ts';

/** The input for a new workspace. */
interface Answers {
  readonly target: Target;
  /** The folder as the user typed it; absent: the current one. */
  readonly folder?: string;
}

const PRESET_NAMES = Object.keys(PRESETS);
const SOURCE = /^(?:env:[A-Za-z_]\w*|file:.+)$/;

const LIKE_A_HOST = /^[a-z\d.-]+(?::\d+)?(?:\/\S*)?$/i;

/** The scheme for a host that was given without it: only this machine is called without encryption. */
const schemeFor = (host: string): string =>
  /^(?:localhost|127\.0\.0\.1)(?:[:/]|$)/i.test(host) ? 'http://' : 'https://';

const notASource = (option: string): string => `${option} takes env:NAME or file:PATH, never the key itself`;

/** The source of a key. The error does not show the text, because it may be the key itself. */
function sourceOf(text: string, option: string): KeySource {
  if (SOURCE.test(text)) return parseKeySource(text);
  throw new UsageError(notASource(option));
}

/** Removes the last question and its answer from the screen, also where they take several lines. */
const erased = (line: string, width: number): string => `\u001b[${Math.ceil(line.length / width)}A\u001b[J`;

/** Maximum number of attempts to answer a question. */
const TRIES_MAX = 3;

/**
 * Requests the source of the key. If the answer is anything else, such as the key itself, it leaves the screen, and the
 * question is repeated.
 */
async function askForKey(terminal: Ports['terminal'], tries = TRIES_MAX): Promise<KeySource> {
  const question = 'Where the key is: env:NAME or file:PATH [env:LEXFORM_API_KEY]: ';
  const typed = (await terminal.ask?.(question)) ?? '';
  const text = typed.trim() || 'env:LEXFORM_API_KEY';
  const isSource = SOURCE.test(text);
  if (!isSource && terminal.live) terminal.err(erased(question + typed, terminal.width));
  if (isSource || tries <= 1) return sourceOf(text, 'this question');
  terminal.err(`error: ${notASource('this question')}\n`);
  return askForKey(terminal, tries - 1);
}

/** Asks the user for values that the options do not set. Without a terminal, the defaults apply. */
async function answersOf(options: InitOptions, { terminal }: Ports): Promise<Answers> {
  const ask = options.json ? undefined : terminal.ask;
  const answer = async (preset: string | undefined, question: string, initial: string): Promise<string> => {
    if (preset !== undefined) return preset;
    return (await ask?.(`${question} [${initial}]: `))?.trim() || initial;
  };
  const { from, chdir } = options;
  // Before any question: an answer could not correct an option.
  const named = options.key === undefined ? undefined : sourceOf(options.key, '--key');
  const adminKey = options.adminKey === undefined ? undefined : sourceOf(options.adminKey, '--admin-key');
  if (from === true && ask === undefined)
    throw new UsageError(
      `there is no terminal for the question; name the service: --from ${PRESET_NAMES.join(', --from ')} ` +
        'or --from ADDRESS',
    );
  const service = await answer(
    typeof from === 'string' ? from : undefined,
    `Service: ${PRESET_NAMES.join(', ')}, or the address of another one`,
    PRESET_NAMES[0] ?? '',
  );
  const preset = Object.hasOwn(PRESETS, service) ? PRESETS[service] : undefined;
  if (preset === undefined && !/^https?:\/\//.test(service))
    throw new UsageError(
      `"${visible(service)}" is not a service; name ${PRESET_NAMES.join(', ')}, or an address that begins with ` +
        `https:// or http://${LIKE_A_HOST.test(service) ? `, such as ${schemeFor(service)}${visible(service)}` : ''}`,
    );
  const isInteractive = from === true;
  const authScheme =
    isInteractive && preset === undefined
      ? await answer(options.authScheme, 'Word before the key in the header "Authorization"', DEFAULT_AUTH_SCHEME)
      : (options.authScheme ?? preset?.authScheme ?? DEFAULT_AUTH_SCHEME);
  const key = named ?? (isInteractive ? await askForKey(terminal) : DEFAULT_KEY);
  const folder = isInteractive ? await answer(chdir, 'Folder', '.') : chdir;
  return {
    target: {
      kind: 'remote',
      name: options.target ?? 'prod',
      baseUrl: preset?.baseUrl ?? service,
      authScheme,
      key,
      ...omitUndefined({ adminKey }),
    },
    ...omitUndefined({ folder: folder === '.' ? undefined : folder }),
  };
}

/** The kinds of an account that become files. */
interface Found {
  readonly kinds: readonly { readonly kind: AnyKind; readonly count: number }[];
  readonly leftOut: Started['leftOut'];
  /** The languages of its dictionaries. */
  readonly languages: readonly string[];
}

function foundIn(listed: LiveState, isAdmin: boolean): Found {
  const whyOut = (kind: AnyKind, count: number | undefined): LeftOutKind | undefined => {
    if (isOfAdmin(kind) && !isAdmin) return 'no-admin-key';
    if (count === undefined) return 'denied';
    return count === 0 ? 'none' : undefined;
  };
  const all = KINDS.map((kind) => {
    const count = liveOf(listed, kind.plural)?.filter((each) => isInUse(kind, each)).length;
    return { kind, count, why: whyOut(kind, count) };
  });
  const pairs = KINDS.filter(({ pairOf }) => pairOf !== undefined).flatMap((kind) =>
    liveResources(listed, kind.plural).flatMap((live) => [...(kind.liveChildren?.(live).keys() ?? [])]),
  );
  return {
    kinds: all.flatMap(({ kind, count = 0, why }) => (why === undefined ? [{ kind, count }] : [])),
    leftOut: all.flatMap(({ kind, why }) => (why === undefined ? [] : [{ kind, why }])),
    languages: [...new Set(pairs.flatMap((pair) => pair.split('->')))],
  };
}

/**
 * `lexform.yaml` and `.gitignore`, staged on top of the existing files; `undefined`: the folder is another workspace.
 */
async function stage(root: string, text: string, { files }: Ports): Promise<StagedFiles | undefined> {
  const staged = await stageFiles(files, root);
  const before = await files.readFile(join(root, WORKSPACE_FILE));
  if (before !== undefined && !Buffer.from(text).equals(before)) return undefined;
  await staged.create(WORKSPACE_FILE, text);
  await staged.create('.gitignore', '.lexform/\n');
  return staged;
}

/** Reads the resources of the account, with a workspace that is not written to disk. */
async function readAccountKinds(target: Target, options: InitOptions, ports: Ports): Promise<Found> {
  const { chdir: root = ports.cwd } = options;
  const staged = await stageFiles(ports.files, root);
  staged.remove(WORKSPACE_FILE);
  await staged.create(WORKSPACE_FILE, workspaceText(target, []));
  const { value: config, findings } = await readWorkspace(staged.ports, root);
  // The file does not exist yet, so only messages are useful, without places.
  const errors = errorsIn(findings).map(findingMessage);
  if (config === undefined || errors.length > 0) throw new UsageError(`nothing was written: ${errors.join('; ')}`);
  const connection = await connect({ root, config }, options, ports);
  const isAdmin = options.adminKey !== undefined;
  const kinds = KINDS.filter((kind) => isAdmin || !isOfAdmin(kind));
  const listed = await readPermitted(await clientFor(connection, isAdmin), kinds, connection.limit);
  return foundIn(listed, isAdmin);
}

/** Pulls into the staged workspace, and writes all files or none. */
async function pullInto(staged: StagedFiles, options: InitOptions, ports: Ports) {
  const pullOptions = { ...options, addresses: [], check: false, theirs: false, force: false, allowDelete: [] };
  const inStaged = { ...ports, files: staged.ports };
  const read = await readForPull(workspaceRoot(options, inStaged), pullOptions, inStaged);
  const opened = await valueWithoutErrors(read, options, inStaged);
  // The ledger of the new workspace is opened after the files are written: before that, its folder may not exist.
  const workspace: PullWorkspace = { ...opened, config: { ...opened.config, ledger: { kind: 'none' } } };
  const connection = await connect(workspace, options, ports);
  const { drift, findings, owned, pin } = await pullNow({
    workspace,
    connection,
    options: pullOptions,
    ports: inStaged,
  });
  await endOnErrors(findings, options, ports, { notDone: 'written' });
  const {
    files,
    before,
    findings: left,
  } = await pullDrift({
    ...workspace,
    sources: workspace.compiled,
    files: staged.ports,
    drift,
    takeTheirs: false,
    guard: guardInput(workspace, pullOptions, owned),
    pin,
  });
  const all = new Map([...staged.files(), ...files]);
  const places = [...all].map(
    async ([path, bytes]) => [await writePlace(ports.files, workspace.root, path), bytes] as const,
  );
  await ports.files.writeAll(new Map(await Promise.all(places)));
  const notes = [...files].flatMap(([file, bytes]) =>
    formulaNotes({ file, bytes, ...omitUndefined({ before: before.get(file) }) }),
  );
  return { files: [...all.keys()], left, notes };
}

/** Plans the files that were written. If nothing needs to change, writes the first entry of the ledger. */
async function beginLedger(options: InitOptions, ports: Ports) {
  const workspace = await openForCommand(options, ports);
  const connection = await connect(workspace, options, ports);
  const planning = { ...options, only: [], allowDelete: [] };
  const session = { workspace, connection, options: planning, ports };
  const planned = await planNow(session);
  await endOnErrors(planned.findings, options, ports);
  const known = {
    desired: workspace.desired,
    calls: operationsOf(planned.plan).length,
    isManaged: planned.snapshot !== undefined,
  };
  if (known.calls > 0) return { ...known, outcome: 'partly' } as const;
  const guard = checkGuard(planned.plan, guardInput(workspace, planning, planned.owned));
  const judged = await judgePlan(session, planned, guard);
  const ran = 'code' in judged ? judged : await runPlanned(session, planned, judged, { onEvent: () => undefined });
  if ('code' in ran) {
    ports.terminal.err(ran.reason);
    return { ...known, outcome: 'refused' } as const;
  }
  ports.terminal.err(notesOfRun(ran, connection.target.name));
  const outcome = outcomeOfRun(ran, ports.interrupted.aborted);
  return { ...known, outcome, entry: ran.recorded?.version };
}

/** Resources whose names lead to the same address, so that all except one got a number. */
function sharedNames(kind: AnyKind, resources: readonly DesiredResource[]): readonly SharedName[] {
  const named = resources.flatMap((each) => {
    const name = kind.name(kind.contentOf(each));
    return name === undefined ? [] : [{ name, address: each.address }];
  });
  const byAddress = grouped(named, ({ name }) => addressName(name, new Set()));
  return [...byAddress.values()].filter((same) => same.length > 1).flat();
}

/**
 * `init --from`: writes the resources of an account as the files of a new workspace, and begins its ledger if a plan of
 * these files is empty. It makes only read calls. After a kill, run it again: `lexform.yaml` is written first, and
 * missing files are pulled then.
 */
async function initFrom(options: InitOptions, ports: Ports): Promise<CommandResult> {
  if (options.force) throw new UsageError('--force does not go with --from, which overwrites no file');
  const { target, folder } = await answersOf(options, ports);
  const root = resolve(ports.cwd, folder ?? '.');
  const inRoot = { ...options, chdir: root, target: target.name };
  const { kinds, leftOut, languages } = await readAccountKinds(target, inRoot, ports);
  if (kinds.length === 0)
    throw new UsageError('the account has nothing that could be written; lexform init writes a small sample workspace');
  const facets = kinds.map(({ kind }) => filesOf(kind.kind));
  const staged = await stage(root, workspaceText(target, facets), ports);
  if (staged === undefined) {
    const reason =
      `nothing was written: ${visible(folder ?? 'the folder')} is a workspace already; ` +
      'lexform pull writes what its service has\n';
    return refused({ code: 'files-in-the-way', reason });
  }
  const pulled = await pullInto(staged, inRoot, ports);
  // Before the files are read again: dictionaries of variants without `variants:` are errors.
  ports.terminal.err(variantsText(languages));
  const { outcome, calls, desired, ...ledger } = await beginLedger(inRoot, ports);
  const { baseUrl } = accountOf(target);
  const inGit = (await placeInRepository(root, ports)) !== undefined;
  const counts = kinds.map((each) => ({ ...each, inFiles: desiredResources(desired, each.kind.plural).length }));
  const started = {
    target: target.name,
    baseUrl,
    kinds: counts,
    sharedNames: kinds.flatMap(({ kind }) => sharedNames(kind, desiredResources(desired, kind.plural))),
    leftOut,
    ...pulled,
    ...ledger,
    plan: { calls },
    inGit,
  };
  return {
    outcome: outcome === 'ok' && pulled.left.length > 0 ? 'partly' : outcome,
    output: { json: () => startedJson(started), text: () => startedText({ ...started, ...omitUndefined({ folder }) }) },
  };
}

/**
 * `init`: writes a small workspace that can be planned and applied immediately. If one of its files exists with other
 * content, it writes nothing, unless `--force` is set. A file that already has the same bytes is not written.
 */
export async function init(options: InitOptions, ports: Ports): Promise<CommandResult> {
  if (options.from !== undefined) return initFrom(options, ports);
  const root = workspaceRoot(options, ports);
  const { files } = ports;
  const states = await Promise.all(
    [...initialFiles(await sampleMark(root, ports))].map(async ([path, text]) => {
      const place = await writePlace(files, root, path);
      const bytes = Buffer.from(text);
      const before = await files.readFile(place);
      const state = before === undefined ? 'new' : bytes.equals(before) ? 'same' : 'different';
      return { path, place, bytes, state, before } as const;
    }),
  );
  const refused = !options.force && states.some(({ state }) => state === 'different');
  if (!refused) {
    const changed = states.filter(({ state }) => state !== 'same');
    await files.writeAll(new Map(changed.map(({ place, bytes }) => [place, bytes])));
  }
  const notes = refused ? [] : states.flatMap(({ path, ...file }) => formulaNotes({ ...file, file: path }));
  const { chdir = '.' } = options;
  const next = `next: lexform plan${chdir === '.' ? '' : ` -C ${chdir}`}`;
  const result = { refused, next, notes, files: states.map(({ path, state }) => ({ path, state })) };
  return {
    outcome: refused ? 'refused' : 'ok',
    output: {
      json: () => writtenJson(result),
      text: () => (refused ? '' : writtenText(result)),
      notes: ({ json }) => (refused && !json ? writtenText(result) : ''),
    },
  };
}

/**
 * The mark that an earlier `init` put into the sample names, or otherwise six random digits, so that the first apply
 * does not match resources of other users.
 */
async function sampleMark(root: string, { files, id }: Ports): Promise<string> {
  for (const path of initialFiles('').keys()) {
    const bytes = await files.readFile(join(root, path));
    const [, known] = /\(sample ([0-9a-f]{6})\)/.exec(new TextDecoder().decode(bytes)) ?? [];
    if (known !== undefined) return known;
  }
  return id().replaceAll('-', '').slice(-6);
}

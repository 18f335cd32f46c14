import { resolve } from 'node:path';
import type { CommandResult } from '../../../app/exit-code.ts';
import type { Ports } from '../../../app/ports.ts';
import { ownRules, rulesOfDocument } from '../../../app/session/connect.ts';
import { type OpenWorkspace, openForCommand } from '../../../app/session/open-workspace.ts';
import { debugText } from '../../../app/show-error.ts';
import { isLanguageCode } from '../../../files/languages/check-language.ts';
import type { RuleCatalogue } from '../../../kinds/style-list/files/rule-catalogue.ts';
import { UsageError } from '../../../model/errors.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { callLine, cutText, serviceEventLine, servingText } from '../../../review/account/service-text.ts';
import { createService } from '../../../service/create-service.ts';
import { type Listening, listen } from '../../../service/http/listen.ts';
import { folderStore } from '../../../service/store/folder-store.ts';
import { memoryStore } from '../../../service/store/store.ts';
import type { ServeOptions } from '../options/tool-commands.ts';
import { seedService } from '../serve/seed-service.ts';
import { readFaults, serviceKeys } from '../serve/service-input.ts';

/** Seconds that calls in flight get to finish after the stop signal. */
const DRAIN_SECONDS = 10;

/**
 * The rules of the service: those of `--rule-catalog`, or otherwise of the `--seed` workspace; absent: the built-in
 * ones.
 */
async function rulesOf(
  { ruleCatalog }: ServeOptions,
  seed: OpenWorkspace | undefined,
  ports: Ports,
): Promise<RuleCatalogue['rules'] | undefined> {
  if (ruleCatalog !== undefined) return rulesOfDocument(ruleCatalog, ports);
  return seed && ownRules(seed, ports);
}

/** A language of `--language`, from its code. */
function grownLanguage(text: string): { readonly code: string; readonly name: string; readonly customizable: true } {
  if (!isLanguageCode(text))
    throw new UsageError(`--language ${text} is not a language code; a code such as ca is needed`);
  const [code = text] = Intl.getCanonicalLocales(text);
  return { code, name: new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code, customizable: true };
}

/** `serve`: runs the embedded service on a port until Ctrl-C. */
export async function serve(options: ServeOptions, ports: Ports): Promise<CommandResult> {
  const { data, compat, faultsPath, eventsPath, region } = options;
  const { keys: accounts, fromUser } = await serviceKeys(options, ports);
  const faults = await readFaults(options, ports);
  const store = data === undefined ? memoryStore() : folderStore(resolve(ports.cwd, data), ports);
  // Reports a folder that is not writable now, instead of at the first call that changes something.
  await store.exclusively(async () => undefined);
  const seed =
    options.seed === undefined ? undefined : await openForCommand({ chdir: options.seed, json: false }, ports);
  const rules = await rulesOf(options, seed, ports);
  const { now, id, sleep, random } = ports;
  const schemes = options.scheme.length > 0 ? options.scheme : undefined;
  const languages = options.language.map(grownLanguage);
  const service = createService(
    {
      ...omitUndefined({ accounts, store, compat, faultsPath, eventsPath, languages, rules, region, schemes }),
      onError: (error) => ports.terminal.err(debugText(error, ports)),
    },
    { now, id, sleep, random },
  );
  if (seed !== undefined) {
    const key = accounts.find(({ admin }) => admin !== true)?.key ?? '';
    const scheme = options.scheme[0] ?? 'Service-Auth-Key';
    await seedService({ service, key, scheme }, seed, ports);
  }
  // Injected faults start when the service is ready.
  service.faults.set(faults);
  if (!options.quiet) {
    service.onCall((call) => ports.terminal.err(callLine(call)));
    service.onEvent((event) => ports.terminal.err(serviceEventLine(event)));
  }
  const listening = await listen(service, { host: options.host, port: options.port });
  ports.terminal.out(
    servingText({
      ...{ url: listening.url, keys: accounts, fromUser, data, compat, faultsPath, eventsPath },
      scheme: options.scheme[0],
    }),
  );
  await new Promise<void>((stop) => {
    if (ports.interrupted.aborted) stop();
    ports.interrupted.addEventListener('abort', () => stop(), { once: true });
  });
  const cut = await closeInTime(listening, ports);
  if (cut > 0) ports.terminal.err(cutText(cut, DRAIN_SECONDS));
  return { outcome: 'ok' };
}

/**
 * Closes the service. Calls in flight have some seconds to finish; then their connections are closed. Returns the
 * number of closed connections.
 */
async function closeInTime({ close, cut }: Listening, { sleep }: Ports): Promise<number> {
  const done = new AbortController();
  let count = 0;
  sleep(DRAIN_SECONDS * 1000, done.signal).then(
    async () => {
      count = await cut();
    },
    () => undefined,
  );
  await close();
  done.abort();
  return count;
}

import { resolve } from 'node:path';
import { callLine, servingText } from '../../review/service-text.ts';
import { createService } from '../../service/create-service.ts';
import { folderStore } from '../../service/folder-store.ts';
import { listen } from '../../service/listen.ts';
import { memoryStore } from '../../service/store.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { ServeOptions } from '../options.ts';
import type { CliPorts } from '../ports.ts';
import { readFaultsFile } from '../read-faults-file.ts';

/** The key that is there when none was named. */
const DEFAULT_KEY = 'lexform-local-key';

/** `serve`: the embedded service behind a port, until Ctrl-C. */
export async function serve(options: ServeOptions, ports: CliPorts): Promise<ExitCode> {
  const accounts = (options.key.length === 0 ? [DEFAULT_KEY] : options.key).map((key) =>
    key.endsWith(':free')
      ? ({ key: key.slice(0, -':free'.length), plan: 'free' } as const)
      : ({ key, plan: 'pro' } as const),
  );
  const faults = options.faults === undefined ? [] : await readFaultsFile(options.faults, ports);
  const store = options.data === undefined ? memoryStore() : folderStore(resolve(ports.cwd, options.data), ports);
  const { now, id, sleep, random } = ports;
  const service = createService({ accounts, store, faults, compat: options.compat }, { now, id, sleep, random });
  if (!options.quiet) service.onCall((call) => ports.terminal.err(callLine(call)));
  const { url, close } = await listen(service, { host: options.host, port: options.port });
  ports.terminal.out(
    servingText({ url, keys: accounts.map(({ key }) => key), data: options.data, compat: options.compat }),
  );
  await new Promise<void>((stop) => {
    if (ports.interrupted.aborted) stop();
    ports.interrupted.addEventListener('abort', () => stop(), { once: true });
  });
  await close();
  return EXIT.ok;
}

import type { HttpRequest, HttpResponse } from '../../client/transport/ports.ts';
import type { RuleCatalogue } from '../../kinds/style-list/files/rule-catalogue.ts';
import { secret } from '../../model/secret.ts';
import type { Endpoint } from '../../model/workspace/workspace.ts';
import { errorText } from '../../review/messages/error-text.ts';
import { createService } from '../../service/create-service.ts';
import { folderStore } from '../../service/store/folder-store.ts';
import { EMBEDDED_URL } from '../embedded-url.ts';
import { inProcessFetch } from '../machine/in-process-fetch.ts';
import type { Ports } from '../ports.ts';

/** The key of the embedded service. It protects nothing: the data is in the folder of the workspace. */
const EMBEDDED_KEY = 'no-key-is-needed-here';
const EMBEDDED_ADMIN_KEY = 'no-admin-key-is-needed-here';

/**
 * Shows an error inside the service, for which the caller receives only a 500. Each text is shown once, because a call
 * that is retried fails again.
 */
function oncePerText(show: (text: string) => void): (error: unknown) => void {
  const shown = new Set<string>();
  return (error) => {
    const text = `the embedded service: ${errorText(error, { debug: false })}`;
    if (!shown.has(text)) show(text);
    shown.add(text);
  };
}

/**
 * The embedded service in this process, with its data in a folder, for a target with `service: embedded`. `rules`: the
 * rules of the workspace's own catalogue.
 */
export function embeddedTarget(
  folder: string,
  ports: Ports,
  rules?: RuleCatalogue['rules'],
): {
  readonly endpoint: Endpoint;
  /** This account, called with its admin key. */
  readonly admin: Endpoint;
  readonly fetch: (url: string, request: HttpRequest) => Promise<HttpResponse>;
} {
  const service = createService(
    {
      accounts: [
        { key: EMBEDDED_KEY, plan: 'pro', label: 'Embedded' },
        { key: EMBEDDED_ADMIN_KEY, plan: 'pro', admin: true, account: EMBEDDED_KEY },
      ],
      store: ports.embeddedStore?.(folder) ?? folderStore(folder, ports),
      rules,
      onError: oncePerText((text) => ports.terminal.err(text)),
    },
    { now: ports.now, id: ports.id, sleep: ports.sleep, random: ports.random },
  );
  return {
    endpoint: { baseUrl: EMBEDDED_URL, authScheme: 'Service-Auth-Key', key: secret(EMBEDDED_KEY) },
    admin: { baseUrl: EMBEDDED_URL, authScheme: 'Service-Auth-Key', key: secret(EMBEDDED_ADMIN_KEY) },
    fetch: inProcessFetch(service),
  };
}

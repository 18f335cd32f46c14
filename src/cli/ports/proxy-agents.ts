import type { Agent } from 'node:http';
import { UsageError } from '../../model/errors.ts';

/** The options of an agent of `node:http` and `node:https`. */
interface AgentOptions {
  readonly keepAlive: boolean;
  readonly maxSockets: number;
}

/** The variables that name a proxy, in either case. Hosts of `NO_PROXY` are called directly. */
const VARIABLES = ['https_proxy', 'http_proxy', 'all_proxy'];

/** True when the environment names a proxy. The proxy modules are loaded only then. */
export const namesProxy = (env: NodeJS.ProcessEnv): boolean =>
  VARIABLES.some((name) => (env[name] ?? env[name.toUpperCase()] ?? '') !== '');

/** True for this machine, which is called directly: for a proxy the same name means another machine. */
const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);

/**
 * The agent for an address; `undefined`: call it directly. An `https:` address is reached through a tunnel, so that the
 * proxy sees neither the key nor the data. Throws a `UsageError` for another kind of proxy. The message does not quote
 * its address, which may hold a password.
 */
export async function loadProxyAgents(options: AgentOptions): Promise<(url: URL) => Agent | undefined> {
  const [{ getProxyForUrl }, { HttpProxyAgent }, { HttpsProxyAgent }] = await Promise.all([
    import('proxy-from-env'),
    import('http-proxy-agent'),
    import('https-proxy-agent'),
  ]);
  const agents = new Map<string, Agent>();
  return (url) => {
    const proxy = isLoopback(url) ? '' : getProxyForUrl(url.href);
    if (proxy === '') return undefined;
    if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
      throw new UsageError(
        'the proxy that the environment names has no address that begins with http:// or https://; other ' +
          'kinds of proxy are not supported. Set HTTPS_PROXY, or list the host in NO_PROXY',
      );
    const key = `${url.protocol} ${proxy}`;
    const known = agents.get(key);
    if (known !== undefined) return known;
    // The type asks for an address that is known when it is compiled.
    const address = proxy as `http:${string}`;
    const made =
      url.protocol === 'http:' ? new HttpProxyAgent(address, options) : new HttpsProxyAgent(address, options);
    agents.set(key, made);
    return made;
  };
}

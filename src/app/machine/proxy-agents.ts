import type { Agent } from 'node:http';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import { UsageError } from '../../model/errors.ts';

/** The options of an agent of `node:http` and `node:https`. */
interface AgentOptions {
  readonly keepAlive: boolean;
  readonly maxSockets: number;
}

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
export function proxyAgents(options: AgentOptions): (url: URL) => Agent | undefined {
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
    const agent =
      url.protocol === 'http:' ? new HttpProxyAgent(address, options) : new HttpsProxyAgent(address, options);
    agents.set(key, agent);
    return agent;
  };
}

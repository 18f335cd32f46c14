import { visible } from './visible.ts';

/** What `serve` says once it listens: where, with which keys, and how to use it. */
export function servingText(input: {
  readonly url: string;
  readonly keys: readonly string[];
  readonly data?: string | undefined;
  readonly compat: boolean;
}): string {
  const { url, keys, data, compat } = input;
  return [
    `The embedded service listens on ${visible(url)}${compat ? ' (as official clients expect)' : ''}`,
    // These are keys of this service alone; whoever starts it has named them.
    ...keys.map((key) => `  Authorization: Service-Auth-Key ${visible(key)}`),
    data === undefined ? '  in memory: what it holds is gone when it stops' : `  data in ${visible(data)}`,
    '  Ctrl-C stops it',
    '',
  ].join('\n');
}

/** One line of the request log. */
export const callLine = (call: { readonly method: string; readonly path: string; readonly status: number }): string =>
  `${call.status === 0 ? 'broken' : call.status} ${visible(call.method)} ${visible(call.path)}\n`;

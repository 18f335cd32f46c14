import { visible } from '../format/escape.ts';
import { counted, linesOf, plural, withLineEnds } from '../format/text.ts';

/** The output of `serve` when it is ready: address, keys, and how to use them. */
export function servingText(input: {
  readonly url: string;
  readonly keys: readonly { readonly key: string; readonly admin?: boolean }[];
  /** True: the user has set the keys. Then none is shown, because it may be a key of another service. */
  readonly fromUser: boolean;
  readonly data: string | undefined;
  readonly compat: boolean;
  /** The word before a key; default: the one in the description. */
  readonly scheme: string | undefined;
  readonly faultsPath: boolean;
  readonly eventsPath: boolean;
}): string {
  const { url, keys, fromUser, data, compat, scheme = 'Service-Auth-Key', faultsPath, eventsPath } = input;
  const authorization = (key: string): string => `  Authorization: ${visible(scheme)} ${key}`;
  const one = keys.length === 1 ? 'the key' : `one of the ${counted(keys.length, 'key')}`;
  return withLineEnds(
    linesOf(
      `The embedded service listens on ${visible(url)}${compat ? ' (as official clients expect)' : ''}`,
      fromUser
        ? authorization(`<${one} that you gave>`)
        : keys.map(({ key, admin }) => `${authorization(visible(key))}${admin === true ? '  (admin)' : ''}`),
      data === undefined ? '  in memory: its data is lost when it stops' : `  data in ${visible(data)}`,
      faultsPath && `  faults at ${visible(url)}/-/faults, without a key`,
      eventsPath && `  events at ${visible(url)}/-/events, without a key`,
      '  Ctrl-C stops it',
    ),
  );
}

/** One line of the request log. */
export const callLine = (call: {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}): string =>
  `${call.at.toISOString()} ${call.status === 0 ? 'broken' : call.status} ${visible(call.method)} ` +
  `${visible(call.path)}\n`;

/** An event of the service, with the label of the key that it is about. */
interface LoggedEvent {
  readonly kind: 'audit' | 'notification';
  readonly time: string;
  readonly event: string;
  readonly label: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/** An audit event. Its `label` is left out, because the line already contains the label of the key. */
function auditLine({ time, event, label, details }: LoggedEvent): string {
  const changed = Object.entries(details).filter(([name]) => name !== 'label');
  const shown = changed.map(([name, value]) => `${name}: ${visible(String(value))}`).join(', ');
  return `${visible(time)} ${event} of the key "${visible(label)}"${shown === '' ? '' : ` (${shown})`}\n`;
}

/**
 * One line of the request log for an event: a notification, which the service would send to a developer by mail when
 * the limit of a key is almost or completely used, or an audit event.
 */
export const serviceEventLine = (logged: LoggedEvent): string => {
  const { kind, time, event, label, details } = logged;
  if (kind === 'audit') return auditLine(logged);
  const { percent, used, limit, subject } = details;
  return (
    `${visible(time)} ${visible(event)} ${percent}% of the key "${visible(label)}": ${used} of ${limit} ` +
    `${visible(String(subject))} used\n`
  );
};

/** The message about calls that did not end when the service stopped. */
export const cutText = (connections: number, seconds: number): string =>
  `${counted(connections, 'connection')} had not ended ${seconds} seconds after the service began to stop, and ` +
  `${plural(connections, 'was', 'were')} closed\n`;

/** A command that the runner of a GitHub job has found in a log. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
  readonly form: 'v1' | 'v2';
}

const REGISTERED = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
]);

const unescapedData = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');

const unescapedProperty = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

function commandOf(info: string, data: string, form: RunnerCommand['form']): RunnerCommand | undefined {
  const space = info.indexOf(' ');
  const name = (space === -1 ? info : info.slice(0, space)).toLowerCase();
  if (!REGISTERED.has(name)) return undefined;
  const separator = form === 'v2' ? ',' : ';';
  const pairs = (space === -1 ? '' : info.slice(space + 1))
    .split(separator)
    .map((pair) => pair.trim())
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), unescapedProperty(pair.slice(pair.indexOf('=') + 1))] as const);
  return { name, properties: Object.fromEntries(pairs), data: unescapedData(data), form };
}

/**
 * What the runner does with one line: white space before it does not count, characters without width are overlooked,
 * `::name k=v,k=v::data` counts at its start, and `##[name k=v;k=v]data` anywhere in it. Source: the rules of the
 * runner's command parser.
 */
function commandIn(line: string): RunnerCommand | undefined {
  const compared = line.replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\p{Cc}/gu, '');
  const trimmed = compared.replace(/^\p{White_Space}+/u, '');
  if (trimmed.startsWith('::')) {
    const end = trimmed.indexOf('::', 2);
    const found = end === -1 ? undefined : commandOf(trimmed.slice(2, end), trimmed.slice(end + 2), 'v2');
    if (found !== undefined) return found;
  }
  const start = compared.indexOf('##[');
  const end = start === -1 ? -1 : compared.indexOf(']', start);
  return end === -1 ? undefined : commandOf(compared.slice(start + 3, end), compared.slice(end + 1), 'v1');
}

/** Every line of a log, as the runner splits it, and the command in it. */
export const runnerLines = (
  log: string,
): readonly { readonly line: string; readonly command: RunnerCommand | undefined }[] =>
  log
    .replace(/\n$/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => ({ line, command: commandIn(line) }));

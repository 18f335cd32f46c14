const PLAN =
  '"lexform plan" shows what apply would change, "lexform drift" shows changes made on the service, ' +
  '"lexform log --show" one apply';
const REMOVE =
  'take its files away and run "lexform apply --allow-delete ADDRESS"; "lexform ledger forget ADDRESS" leaves ' +
  'it on the service and drops it from the ledger';
const APPLY = '"lexform apply" makes the service agree with the files';
const PULL = '"lexform pull" takes what the service has into the files, "lexform pull ADDRESS" also what no file has';
const STATE =
  '"lexform ledger ids" prints addresses and ids, "lexform log" what was applied, "lexform ledger adopt" and ' +
  '"lexform ledger forget" change what is owned';
const CHECK = '"lexform validate" checks the files';
const UNDO = '"lexform rollback VERSION" brings the service back, "lexform log" lists the versions';

/** Commands of other tools, and the Lexform command that does the same. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['destroy', REMOVE],
  ['delete', REMOVE],
  ['remove', REMOVE],
  ['rm', REMOVE],
  ['state', STATE],
  ['output', '"lexform ledger ids" prints addresses and ids, as JSON, as lines for a shell or as TypeScript'],
  ['diff', PLAN],
  ['status', `${PLAN}; "lexform doctor" checks whether an apply can work`],
  [
    'refresh',
    'there is nothing to refresh: every plan reads the service; "lexform pull" takes what it has into the files',
  ],
  ['fetch', PULL],
  ['get', PULL],
  ['download', `${PULL}; "lexform backup DIR" writes everything`],
  ['dump', '"lexform backup DIR" writes everything that a target has'],
  ['push', APPLY],
  ['sync', APPLY],
  ['deploy', APPLY],
  ['up', APPLY],
  ['upload', APPLY],
  ['check', CHECK],
  ['format', '"lexform fmt" formats the files of the workspace'],
  ['history', '"lexform log" lists what was applied, "lexform log --show VERSION" one apply'],
  ['blame', '"lexform log TERM" shows who changed a term, and when'],
  ['undo', UNDO],
  ['revert', UNDO],
  ['force-unlock', '"lexform ledger unlock" shows the owner of the lock, and removes the lock'],
  ['workspace', 'a workspace is a folder: -C names it; "--target NAME" chooses an account of lexform.yaml'],
  ['login', 'keys are named in lexform.yaml: key: env:NAME or file:PATH; "lexform doctor" checks them'],
  ['list', '"lexform plan --unmanaged" lists what no file names, "lexform ledger ids" what was applied'],
  ['ls', '"lexform plan --unmanaged" lists what no file names, "lexform ledger ids" what was applied'],
]);

/** The answer to a command of another tool; `undefined` if it is unknown. */
export const answerToOtherWord = (word: string): string | undefined => {
  const answer = WORDS.get(word);
  return answer === undefined ? undefined : `lexform has no command "${word}": ${answer}`;
};

/** Earlier names of commands and options, and their present names. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['show', 'log --show'],
  ...['ids', 'adopt', 'forget', 'unlock', 'confirm-address'].map((name) => [name, `ledger ${name}`] as const),
  ...['languages', 'usage', 'translate', 'voice', 'compare'].map((name) => [name, `service ${name}`] as const),
  ['parity', 'service compare'],
  ['translation-memories', 'service memories'],
  ['--max-deletes', '--max-deletes-per-run'],
]);

/** The answer to a command line with an earlier name of a command or an option; `undefined` when it has none. */
export function answerToEarlierName([first, second, ...more]: readonly string[]): string | undefined {
  const command = (first === 'help' ? second : first) ?? '';
  const words = [second ?? '', ...more].map((word) => word.replace(/=.*/s, ''));
  const option = words.find((word) => word.startsWith('--') && (word === '--' || RENAMED.has(word)));
  const name = RENAMED.has(command) ? command : option;
  const present = RENAMED.get(name ?? '');
  if (name === undefined || present === undefined) return undefined;
  return name.startsWith('--') ? `${name} is now ${present}` : `"lexform ${name}" is now "lexform ${present}"`;
}

const PLAN =
  '"lexform plan" shows what apply would change, "lexform drift" what somebody changed on the service, ' +
  '"lexform show" one apply';
const REMOVE =
  'take its files away and run "lexform apply --allow-delete ADDRESS"; "lexform forget ADDRESS" leaves ' +
  'it on the service and drops it from the ledger';
const APPLY = '"lexform apply" makes the service agree with the files';
const PULL = '"lexform pull" takes what the service has into the files, "lexform pull ADDRESS" also what no file has';
const STATE =
  '"lexform ids" prints addresses and ids, "lexform log" and "lexform show" what was applied, "lexform ' +
  'adopt" and "lexform forget" change what is owned';
const CHECK = '"lexform validate" checks the files';
const UNDO = '"lexform rollback VERSION" brings the service back, "lexform log" lists the versions';

/** Commands of other tools, and the Lexform command that does the same. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['destroy', REMOVE],
  ['delete', REMOVE],
  ['remove', REMOVE],
  ['rm', REMOVE],
  ['state', STATE],
  ['output', '"lexform ids" prints addresses and ids, as JSON, as lines for a shell or as TypeScript'],
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
  ['history', '"lexform log" lists what was applied, "lexform show VERSION" one apply'],
  ['blame', '"lexform log TERM" shows who changed a term, and when'],
  ['undo', UNDO],
  ['revert', UNDO],
  ['force-unlock', '"lexform unlock" shows who holds the lock, and breaks it'],
  ['workspace', 'a workspace is a folder: -C names it; "--target NAME" chooses an account of lexform.yaml'],
  ['login', 'keys are named in lexform.yaml: key: env:NAME or file:PATH; "lexform doctor" checks them'],
  ['list', '"lexform plan --unmanaged" lists what no file names, "lexform ids" what was applied'],
  ['ls', '"lexform plan --unmanaged" lists what no file names, "lexform ids" what was applied'],
]);

/** The answer to a command of another tool; `undefined` if it is unknown. */
export const answerToOtherWord = (word: string): string | undefined => {
  const answer = WORDS.get(word);
  return answer === undefined ? undefined : `lexform has no command "${word}": ${answer}`;
};

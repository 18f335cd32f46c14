/** The meaning of the code of an error or a refusal, and the remedy. */
export interface CodeMeaning {
  readonly means: string;
  readonly remedy: string;
}

/**
 * The codes of all errors that end a run, and of all reasons why a plan is not applied. Refusals of the guard have
 * their own codes, in `Refusal`. A code never changes its meaning; the words of a message may. Errors of the operating
 * system have the codes of the system, in `SYSTEM_CODES`.
 */
export const ERROR_CODES = {
  usage: {
    means: 'An option, an argument or a file is wrong or does not fit the command. The message names it.',
    remedy: 'Follow the message.',
  },
  renamed: {
    means: 'The command line uses an old name of a command or an option. The exit code is 2.',
    remedy: 'Use the new name in the message.',
  },
  'target-needed': {
    means: '`lexform.yaml` has several targets, and you named none.',
    remedy: 'Name one: `--target NAME`, or the first argument of `workspace.plan`.',
  },
  'target-unknown': {
    means: '`lexform.yaml` has no target with that name.',
    remedy: 'Use one of the names that the message lists, or add the target to `lexform.yaml`.',
  },
  'key-not-set': {
    means: 'The environment variable or the file with the key of the target is missing or empty.',
    remedy: 'Set the variable, or write the file, and try again. `lexform doctor` shows what is set.',
  },
  'key-malformed': {
    means: 'The key has characters that an HTTP header cannot contain, such as a space or a line end.',
    remedy: 'Copy the key again, without other characters before or after it.',
  },
  'admin-key-missing': {
    means: 'Developer keys and analytics need an admin key, but the target has none.',
    remedy: 'Add `admin_key: env:NAME` to the target, or leave these kinds out with `--only`.',
  },
  'plan-unusable': {
    means: 'The plan cannot be applied: it is not a plan, is for another target, or was made without the service.',
    remedy: 'Make a new plan for the target, and apply that plan.',
  },
  'files-invalid': {
    means: 'The files of the workspace, or the plan made from them, have findings with the severity error.',
    remedy: 'Fix the findings. `lexform validate` shows the findings of the files.',
  },
  interrupted: {
    means: 'The run was interrupted: by Ctrl-C, by a signal, or by the AbortSignal of the caller.',
    remedy: 'Run the command again. It does not repeat calls that succeeded.',
  },
  'access-refused': {
    means: 'The service answered 401 or 403: the key is not valid, or its account does not allow this.',
    remedy: 'Check the key, the plan of the account, and that `base_url` is the address for that key.',
  },
  'not-found': {
    means: 'The service answered 404 or 410: the resource of the call does not exist.',
    remedy: 'Check `base_url`. If the resource was deleted on the service, plan again.',
  },
  'quota-exceeded': {
    means: 'The service answered 456: the quota of the account is used up.',
    remedy: 'Wait for the next period, or increase the quota of the account.',
  },
  'too-many-requests': {
    means: 'The service answered 429 or 529 to every attempt, or requested a longer wait than allowed.',
    remedy: 'Try again later, allow longer waits, or reduce `concurrency`.',
  },
  'service-failed': {
    means: 'The service answered with a status of 500 or higher, also to repeated calls.',
    remedy: 'Try again later. The message has the trace id for the support of the service.',
  },
  'service-refused': {
    means: 'The service refused a call with another status from 400 to 499.',
    remedy: 'Read the answer of the service in the message.',
  },
  'answer-unreadable': {
    means: 'The answer of the service differs from its description.',
    remedy: 'Check that `base_url` leads to the service and not to a proxy or a sign-in page. Otherwise report it.',
  },
  unreachable: {
    means: 'A call got no answer: unknown host, refused or broken connection, invalid certificate, or time-out.',
    remedy: 'Check the network, the proxy and `base_url`. A change may have been made; the next plan shows it.',
  },
  'ledger-unusable': {
    means: 'The ledger cannot be used. The message gives the reason.',
    remedy: 'Follow the message.',
  },
  'ledger-absent': {
    means: 'The command needs the ledger of the target, but it does not exist here.',
    remedy: 'Fetch the ledger from a clone that has it, or run an apply.',
  },
  'ledger-damaged': {
    means: 'A file or a commit of the ledger is missing, is damaged, or was edited.',
    remedy: 'Restore the ledger from another clone, from its remote, or from a backup.',
  },
  'ledger-of-another': {
    means: 'The ledger of this name belongs to another workspace, or to another address of the service.',
    remedy: 'Give the target another name, or confirm the address with `lexform ledger confirm-address`.',
  },
  'ledger-unreachable': {
    means: 'The repository or the remote with the ledger cannot be read or written.',
    remedy: 'Follow the message of git. Often you must sign in, or need the right to push.',
  },
  'ledger-rewritten': {
    means: 'The ledger on the remote does not continue the last known one, or a second one exists.',
    remedy: 'Find out who rewrote it. The message has the commands to restore or to accept it.',
  },
  'ledger-contended': {
    means: 'Other runs changed the ledger or its lock each time this run tried to.',
    remedy: 'Run the command again.',
  },
  'lock-unreadable': {
    means: 'The lock of the target is damaged, so its owner is unknown.',
    remedy: 'Make sure that no run is active, then run `lexform ledger unlock --force`.',
  },
  locked: {
    means: 'Another run holds the lock of the target. Nothing was changed.',
    remedy: 'Try again when it has ended. `lexform ledger unlock` shows the owner of the lock.',
  },
  'ledger-moved': {
    means: 'Another apply has run since this plan was made. Nothing was changed.',
    remedy: 'Plan again.',
  },
  drift: {
    means: 'The plan would overwrite changes made on the service since the last apply. Nothing was changed.',
    remedy: 'Write them into the files with `lexform pull`, or consent: `--overwrite-drift`, `overwriteDrift: true`.',
  },
  guard: {
    means: 'The plan deletes, replaces or blocks more than you allowed. Nothing was changed.',
    remedy: 'Read the refusals. Each has its own code, and names the option that allows it.',
  },
  'files-changed': {
    means: 'The files have changed since the saved plan was made. Nothing was changed.',
    remedy: 'Make a new plan, and review it.',
  },
  'plan-too-old': {
    means: 'The saved or approved plan is older than `--max-age` allows. Nothing was changed.',
    remedy: 'Make a new plan, and review it.',
  },
  'not-approved': {
    means: 'The plan contains changes that no approved plan contains. Nothing was changed.',
    remedy: 'Request an approval of the new plan.',
  },
  'plan-contradicts-ledger': {
    means: 'The saved plan gives an address the id of a resource with another address. Nothing was changed.',
    remedy: 'Do not trust this plan. Make a new one.',
  },
  'not-confirmed': {
    means: 'The answer was not yes, or there is no terminal for the question. Nothing was changed.',
    remedy: 'Answer yes, or rerun with the option that the message names.',
  },
  'not-same-account': {
    means: 'The address leads to another account than the one in the ledger. Nothing was changed.',
    remedy: 'Correct `base_url`, or give the target another name.',
  },
  'files-in-the-way': {
    means: 'The folder contains files that would be overwritten. Nothing was changed.',
    remedy: 'Name another folder, or follow the message.',
  },
  internal: {
    means: 'An unexpected error, which is a bug of Lexform.',
    remedy: 'Report it with the command that you ran. `LEXFORM_DEBUG=1` shows where it happened.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>;

/** A code of `ERROR_CODES`. */
export type ErrorCode = keyof typeof ERROR_CODES;

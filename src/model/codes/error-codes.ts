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
    means: 'An option, an argument or a file asks for what cannot be done. The message names it.',
    remedy: 'Do what the message says.',
  },
  renamed: {
    means: 'The command line has an earlier name of a command or an option. The exit code is 2.',
    remedy: 'Use the name that the message gives.',
  },
  'target-needed': {
    means: 'There are several targets in `lexform.yaml`, and none was named.',
    remedy: 'Name one: `--target NAME`, or the first argument of `workspace.plan`.',
  },
  'target-unknown': {
    means: 'There is no target of that name in `lexform.yaml`.',
    remedy: 'Name one of those that the message lists, or add the target to lexform.yaml.',
  },
  'key-not-set': {
    means: 'The environment variable or the file that should hold the key of the target is missing or empty.',
    remedy: 'Set the variable, or write the file, and try again. `lexform doctor` shows what is set.',
  },
  'key-malformed': {
    means: 'The key has characters that no HTTP header can carry, such as a space or a line end.',
    remedy: 'Copy the key again, without anything before or behind it.',
  },
  'admin-key-missing': {
    means: 'Developer keys and analytics need an admin key, and the target names none.',
    remedy: 'Add `admin_key: env:NAME` to the target, or leave these kinds out with `--only`.',
  },
  'plan-unusable': {
    means: 'The plan cannot be applied: it is no plan, is for another target, or was made without the service.',
    remedy: 'Make a new plan for the target, and apply that.',
  },
  'files-invalid': {
    means: 'The files of the workspace, or the plan that they lead to, have findings of severity error.',
    remedy: 'Correct what the findings name. `lexform validate` shows those of the files.',
  },
  interrupted: {
    means: 'The run was interrupted: by Ctrl-C, by a signal, or by the AbortSignal of the caller.',
    remedy: 'Run it again. Calls that were made are recognised and not repeated.',
  },
  'access-refused': {
    means: 'The service answered 401 or 403: the key is not valid, or its account may not do this.',
    remedy: 'Check the key and the plan of the account, and that `base_url` is the address for that key.',
  },
  'not-found': {
    means: 'The service answered 404 or 410: what the call is about does not exist.',
    remedy: 'Check `base_url`. If somebody has deleted the resource, plan again.',
  },
  'quota-exceeded': {
    means: 'The service answered 456: the quota of the account is used up.',
    remedy: 'Wait for the next period, or raise the quota of the account.',
  },
  'too-many-requests': {
    means: 'The service answered 429 or 529 and kept to it, or asks for a longer wait than allowed.',
    remedy: 'Try again later, allow longer waits, or lower `concurrency`.',
  },
  'service-failed': {
    means: 'The service answered with a status from 500 on, also when the call was repeated.',
    remedy: 'Try again later. The message has the trace id for the support of the service.',
  },
  'service-refused': {
    means: 'The service refused a call with another status from 400 on.',
    remedy: 'Read what the service says in the message.',
  },
  'answer-unreadable': {
    means: 'The service answered, and the answer is not what its description promises.',
    remedy: 'Check that `base_url` is the service and no proxy or sign-in page; else report it.',
  },
  unreachable: {
    means: 'A call got no answer: no such host, a refused or broken connection, a certificate, or a deadline.',
    remedy: 'Check the network, the proxy and `base_url`. A write may have happened; the next plan shows it.',
  },
  'ledger-unusable': {
    means: 'The ledger cannot be used as it is. The message says what was found.',
    remedy: 'Do what the message says.',
  },
  'ledger-absent': {
    means: 'There is no ledger for the target here, and what was asked for needs one.',
    remedy: 'Fetch the ledger from the clone that has it, or apply once.',
  },
  'ledger-damaged': {
    means: 'A file or a commit of the ledger is missing, damaged, or was edited.',
    remedy: 'Bring the ledger back from another clone, from its remote, or from a backup.',
  },
  'ledger-of-another': {
    means: 'The ledger of this name belongs to another workspace, or to another address of the service.',
    remedy: 'Give the target another name, or confirm the address with `lexform ledger confirm-address`.',
  },
  'ledger-unreachable': {
    means: 'The repository, or the remote that keeps the ledger, cannot be read or written.',
    remedy: 'Do what git says in the message: often sign in, or ask for the right to push.',
  },
  'ledger-rewritten': {
    means: 'The ledger on the remote does not go on from the one that was last seen there, or a second one exists.',
    remedy: 'Find out who rewrote it. The message has the commands that bring it back or accept it.',
  },
  'ledger-contended': {
    means: 'Other runs kept changing the ledger or its lock while this one tried to.',
    remedy: 'Run it again.',
  },
  'lock-unreadable': {
    means: 'The lock of the target is damaged, so nobody can know who holds it.',
    remedy: 'Make sure that no run is at work, then run `lexform ledger unlock --force`.',
  },
  locked: {
    means: 'Another run holds the lock of the target. Nothing was changed.',
    remedy: 'Try again when it has ended. `lexform ledger unlock` shows who holds the lock.',
  },
  'ledger-moved': {
    means: 'Another run has applied since this plan was made. Nothing was changed.',
    remedy: 'Plan again.',
  },
  drift: {
    means: 'The plan would overwrite what somebody changed on the service since the last apply. Nothing was changed.',
    remedy: 'Take it into the files with `lexform pull`, or consent: `--overwrite-drift`, `overwriteDrift: true`.',
  },
  guard: {
    means: 'The plan deletes, replaces or blocks more than was consented to. Nothing was changed.',
    remedy: 'Read the refusals: each has a code of its own and names what lifts it.',
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
    means: 'The plan does what no approved plan contains. Nothing was changed.',
    remedy: 'Have the new plan approved.',
  },
  'plan-contradicts-ledger': {
    means: 'The saved plan gives an address the id of a resource that belongs to another. Nothing was changed.',
    remedy: 'Do not trust this plan; make a new one.',
  },
  'not-confirmed': {
    means: 'Nobody said yes: the answer was another one, or there is no terminal to ask at. Nothing was changed.',
    remedy: 'Answer yes, or rerun with the option that the message names.',
  },
  'not-same-account': {
    means: 'The address does not lead to the account that the ledger is about. Nothing was changed.',
    remedy: 'Correct `base_url`, or give the target another name.',
  },
  'files-in-the-way': {
    means: 'The folder has files that would be overwritten. Nothing was changed.',
    remedy: 'Name another folder, or do what the message says.',
  },
  internal: {
    means: 'An error that Lexform does not expect: a bug.',
    remedy: 'Report it, with what you ran. `LEXFORM_DEBUG=1` shows where it happened.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>;

/** A code of `ERROR_CODES`. */
export type ErrorCode = keyof typeof ERROR_CODES;

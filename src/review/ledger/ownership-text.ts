import { cutTo } from '../format/columns.ts';
import { shortVersion, shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted } from '../format/text.ts';
import type { PlanRefusal } from '../messages/plan-refusal.ts';
import { LEDGER_REFUSALS, ledgerRefusal } from './ledger-refusal-text.ts';

interface Named {
  readonly address: string;
  readonly id: string;
  readonly name?: string;
  /** Default false. */
  readonly protect?: boolean;
}

const line = ({ address, id, name, protect = false }: Named): string =>
  `${visible(address)}${name === undefined ? '' : `  "${shown(name)}"`}  ${visible(id)}` +
  `${protect ? '  (protected)' : ''}\n`;

/** The list of resources that a ledger will forget. */
export const forgettingText = (forgotten: readonly Named[], target: string): string =>
  `The ledger of "${shown(target)}" will forget these resources. The service is not changed:\n` +
  forgotten.map((each) => `- ${line(each)}`).join('');

export const forgottenText = (forgotten: readonly Named[], version: string): string =>
  `Forgot ${counted(forgotten.length, 'resource')} (${shortVersion(version)}). Resources that no file ` +
  'names are unmanaged from now on; those that a file names are matched by name at the next apply.\n';

export const forgottenJson = (forgotten: readonly Named[], target: string, version: string): string =>
  jsonText({
    formatVersion: 1,
    target,
    forgotten: forgotten.map(({ address, id, name }) => ({ address, id, name: name ?? null })),
    version,
  });

export const adoptedText = (adopted: Named, version: string): string =>
  `Adopted ${line(adopted).trimEnd()} (${shortVersion(version)}).\nnext: lexform plan, which shows what ` +
  'differs from the files\n';

export const adoptedJson = ({ address, id, name }: Named, target: string, version: string): string =>
  jsonText({ formatVersion: 1, target, adopted: { address, id, name: name ?? null }, version });

/** Maximum number of characters of a summary: it is the first line of a commit in a list. */
const SUMMARY_MAX = 120;

/** One line for the ledger, such as `forget glossary.product`. */
export const rewriteSummary = (verb: 'forget' | 'adopt' | 'keep the files of', addresses: readonly string[]): string =>
  cutTo(`${verb} ${addresses.join(', ')}`, SUMMARY_MAX);

/** The reason why the ledger was not rewritten: another run is applying, or has written it since. */
export function rewriteRefusal(target: string, refused: Parameters<typeof ledgerRefusal>[1]): PlanRefusal {
  const code = LEDGER_REFUSALS[refused.kind];
  if (refused.kind === 'locked') return { code, reason: ledgerRefusal(target, refused) };
  const { winner } = refused;
  const what =
    winner === undefined
      ? 'its ledger no longer exists'
      : `${shown(winner.summary)} (${shortVersion(winner.version)}, ${visible(winner.time)})`;
  const reason =
    `another run has written the ledger of "${shown(target)}" meanwhile: ${what}. Nothing was written; ` +
    'review it, and rerun\n';
  return { code, reason };
}

import { folderPorts } from '../../src/app/session/open-ledger.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import { folderLedger } from '../../src/ledger/folder-ledger.ts';
import type { Ledger, LedgerFile } from '../../src/ledger/ledger.ts';
import { tempFolder } from '../support/git-repository.ts';

export interface WrittenLedger {
  readonly ledger: Ledger;
  /** Every file that was asked for by `readMany`, as `<version> <path>`. */
  readonly read: string[];
}

/**
 * A ledger in a folder of its own with one entry for each state, oldest first; the n-th is called `entry n`, is of
 * minute n, and has the version `00000n`.
 */
export async function writtenLedger(states: readonly LedgerState[]): Promise<WrittenLedger> {
  const minute = (number: number): Date => new Date(Date.UTC(2026, 0, 2, 3, number));
  const target = { name: 'prod', baseUrl: 'https://api.example.com', workspace: '' };
  const opened = folderLedger(tempFolder(), folderPorts(nodeFiles()), target, () => minute(0));
  let after: Parameters<Ledger['write']>[0]['after'];
  for (const [index, state] of states.entries()) {
    const note = { summary: `entry ${index + 1}`, facts: [['Actor', 'ana'] as const] };
    const written = await opened.write({ after, state, note, time: minute(index + 1) });
    if (written.kind !== 'written') throw new Error('somebody else has written');
    after = written.version;
  }
  const read: string[] = [];
  const readMany = (wanted: readonly LedgerFile[]) => {
    read.push(...wanted.map(({ version, path }) => `${version} ${path}`));
    return opened.readMany(wanted);
  };
  return { ledger: { ...opened, readMany }, read };
}

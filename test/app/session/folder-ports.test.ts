import { expect, test } from 'vitest';
import { folderPorts } from '../../../src/app/session/open-ledger.ts';
import type { FilePorts, FileWriter } from '../../../src/files/ports.ts';

const NEVER = 1000;

/** The ports over writers that fail with `code` at their first `failures` commits, and what was done with them. */
function failingPorts(failures: number, code: string) {
  const did: string[] = [];
  const openWriter = async (path: string, { replace }: { readonly replace: boolean }): Promise<FileWriter> => {
    const opened = did.filter((each) => each.startsWith('open')).length + 1;
    if (opened > 50) throw new Error('it does not end');
    did.push(`open ${path}${replace ? ' to replace' : ''}`);
    return {
      write: async (chunk) => void did.push(`write ${chunk.join()}`),
      commit: async () => {
        if (opened <= failures) throw Object.assign(new Error(`no ${opened}`), { code });
        did.push('commit');
        return true;
      },
      discard: async () => void did.push('discard'),
    };
  };
  return { did, ports: folderPorts({ openWriter } as Partial<FilePorts> as FilePorts) };
}

const bytes = [new Uint8Array([1]), new Uint8Array([2, 3])];

test('a file that was swept is written again from its first byte', async () => {
  const { did, ports } = failingPorts(2, 'ENOENT');
  await ports.putFile('a', bytes);
  const written = ['open a to replace', 'write 1', 'write 2,3'];
  expect(did).toEqual([...written, 'discard', ...written, 'discard', ...written, 'commit']);
});

test.each([
  ['ENOENT', 10],
  ['ENOSPC', 1],
])('a file that always fails with %s is tried %i times', async (code, tries) => {
  const { did, ports } = failingPorts(NEVER, code);
  await expect(ports.putFile('a', bytes)).rejects.toThrow(`no ${tries}`);
  expect(did.filter((each) => each === 'open a to replace')).toHaveLength(tries);
  expect(did.filter((each) => each === 'discard')).toHaveLength(tries);
});

test('a file that is written at the last try is written', async () => {
  const { did, ports } = failingPorts(9, 'ENOENT');
  await ports.putFile('a', bytes);
  expect(did.at(-1)).toBe('commit');
});

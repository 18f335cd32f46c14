import { setFlagsFromString } from 'node:v8';
import type { FilePorts } from '../../files/ports.ts';

/**
 * The first: the space for new objects stays as large as it is, so what is needed for a moment is freed sooner, with
 * the buffers that it holds. The second: garbage is collected when 30 % has been added to what is in use, and not when
 * it has doubled or more. V8 looks at both whenever it collects.
 */
const FLAGS = ['--semi-space-growth-factor=1', '--heap-growing-percent=30'];

/**
 * The last version of Node.js of which it is known that it has the flags. V8 complains on the screen of unknown ones.
 */
const LAST_MAJOR = 24;

/**
 * The same ports, which have V8 collect garbage earlier from the first spill file on, so in large runs alone: a small
 * one ends before there is much garbage. This is a setting of the whole process, which runs `nodeVersion`.
 */
export const sparingMemory = ({ spillFile, ...files }: FilePorts, nodeVersion: string): FilePorts => ({
  ...files,
  ...(spillFile !== undefined && {
    spillFile: () => {
      if (Number.parseInt(nodeVersion, 10) <= LAST_MAJOR) for (const flag of FLAGS) setFlagsFromString(flag);
      return spillFile();
    },
  }),
});

import { initialFiles } from '../../files/initial-files.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { InitOptions } from '../options.ts';
import type { CliPorts } from '../ports.ts';
import { workspaceRoot } from '../workspace-root.ts';
import { writeFiles } from '../write-files.ts';

/** `init`: a small workspace that can be planned and applied at once. */
export async function init(options: InitOptions, ports: CliPorts): Promise<ExitCode> {
  const root = workspaceRoot(options, ports);
  return writeFiles(
    {
      root,
      files: initialFiles(),
      next: `next: lexform plan${options.chdir === undefined ? '' : ` -C ${options.chdir}`}`,
    },
    options,
    ports,
  ).then((written) => (written ? EXIT.ok : EXIT.refused));
}

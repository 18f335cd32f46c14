import { join } from 'node:path';
import { initialFiles, SAMPLE_GLOSSARY } from '../../files/workspace/initial-files.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { InitOptions } from '../options/options.ts';
import type { CliPorts } from '../ports.ts';
import { writeFiles } from '../run/write-files.ts';
import { workspaceRoot } from '../session/workspace-root.ts';

/** `init`: writes a small workspace that can be planned and applied at once. */
export async function init(options: InitOptions, ports: CliPorts): Promise<ExitCode> {
  const root = workspaceRoot(options, ports);
  return writeFiles(
    {
      root,
      files: initialFiles(await sampleMark(root, ports)),
      next: `next: lexform plan${options.chdir === undefined ? '' : ` -C ${options.chdir}`}`,
    },
    options,
    ports,
  ).then((written) => (written ? EXIT.ok : EXIT.refused));
}

/**
 * The mark that an earlier `init` put into the sample names, else six random digits, so that the first apply matches no
 * resource of somebody else.
 */
async function sampleMark(root: string, { files, id }: CliPorts): Promise<string> {
  const bytes = await files.readFile(join(root, SAMPLE_GLOSSARY));
  const [, known] = /\(sample ([0-9a-f]{6})\)/.exec(new TextDecoder().decode(bytes)) ?? [];
  return known ?? id().replaceAll('-', '').slice(-6);
}

import type { FilePorts } from '../files/ports.ts';
import { readInside } from '../files/workspace/workspace-path.ts';
import { exampleSamples } from '../kinds/glossary/files/check-samples.ts';
import { DICTIONARY_ROLE } from '../kinds/glossary/files/file-roles.ts';
import type { DesiredGlossary, GlossaryAddress } from '../kinds/glossary/glossary.ts';
import type { DesiredState } from '../kinds/states.ts';
import type { Plan } from '../model/plan/plan.ts';
import type { Sample } from '../model/workspace/sample.ts';

export interface ReadSamplesInput {
  readonly files: FilePorts;
  /** Absolute. */
  readonly root: string;
  readonly desired: DesiredState;
  readonly plan: Plan;
}

/** The samples in the files that a preview of a plan can use. */
export interface FileSamples {
  /** Sentences in `samples:` of every glossary. */
  readonly samples: readonly Sample[];
  /** Sentences of `example` columns, of the glossaries that the plan changes. */
  readonly examples: ReadonlyMap<GlossaryAddress, readonly Sample[]>;
}

/** The examples of one glossary. Each file is read once; a file that no longer exists has no examples. */
async function examplesOf(
  { dictionaries }: DesiredGlossary,
  { files, root }: ReadSamplesInput,
): Promise<readonly Sample[]> {
  const sourceOf = new Map(
    [...dictionaries.values()].map(({ origin, pair, form }) => [origin.file, { origin, pair, form }]),
  );
  const read = await Promise.all(
    [...sourceOf].map(async ([file, { origin, pair, form }]) => {
      const { value: bytes } = await readInside(files, { root, file, role: DICTIONARY_ROLE, namedAt: origin });
      return bytes === undefined ? [] : exampleSamples({ ...form, bytes, file }, pair.source);
    }),
  );
  return read.flat();
}

/** files → samples, for a preview. Only files of glossaries that the plan changes are read again. */
export async function readSamples(input: ReadSamplesInput): Promise<FileSamples> {
  const { desired, plan } = input;
  const changed = new Set<string>(plan.changes.map(({ address }) => address));
  const glossaries = desired.glossaries ?? [];
  const examples = await Promise.all(
    glossaries
      .filter(({ address }) => changed.has(address))
      .map(async (glossary) => [glossary.address, await examplesOf(glossary, input)] as const),
  );
  return { samples: glossaries.flatMap(({ samples = [] }) => samples), examples: new Map(examples) };
}

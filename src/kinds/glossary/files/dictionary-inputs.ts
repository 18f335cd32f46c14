import type { DelimitedInput } from '../../../files/delimited/row.ts';
import type { WorkspaceSources } from '../../files/resource-source.ts';

/** The settings for reading each file of dictionaries and tables, by its path from the root of the workspace. */
export const dictionaryInputs = ({
  glossaries = [],
}: Pick<WorkspaceSources, 'glossaries'>): ReadonlyMap<string, Omit<DelimitedInput, 'bytes'>> =>
  new Map(
    glossaries.flatMap(({ dictionaries }) =>
      [...dictionaries.values()].map(({ stored: { listed } }) => {
        const { file, form } = listed;
        return [file, { ...form, file }] as const;
      }),
    ),
  );

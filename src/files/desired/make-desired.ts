import type { Checked } from '../../model/finding.ts';
import type { DesiredState } from '../../model/resources/desired.ts';
import type { WorkspaceSources } from '../workspace/sources.ts';
import { byAddress, checkAddressesDiffer, checkIdsDiffer, checkNamesDiffer } from './check-identity.ts';
import { checkLabelsDiffer } from './check-labels.ts';
import { desiredDeveloperKey } from './desired-developer-key.ts';
import { desiredGlossary } from './desired-glossary.ts';
import { desiredStyleList } from './desired-style-list.ts';

/**
 * What the files ask for, and the checks that need more than one file. When there are errors the value is not the
 * whole, and nothing may be planned from it. Resources are in the order of their addresses.
 */
export function makeDesired(sources: WorkspaceSources): Checked<DesiredState> {
  const glossaries = sources.glossaries?.map(desiredGlossary);
  const styleLists = sources.styleLists?.map(desiredStyleList);
  const { developerKeys } = sources;
  const kinds = [sources.glossaries, sources.styleLists].filter((kind) => kind !== undefined);
  return {
    value: {
      ...(glossaries !== undefined && { glossaries: glossaries.map(({ value }) => value).sort(byAddress) }),
      ...(styleLists !== undefined && { styleLists: [...styleLists].sort(byAddress) }),
      ...(developerKeys !== undefined && { developerKeys: developerKeys.map(desiredDeveloperKey).sort(byAddress) }),
    },
    findings: [
      ...kinds.flatMap((kind) => [...checkAddressesDiffer(kind), ...checkNamesDiffer(kind), ...checkIdsDiffer(kind)]),
      ...(developerKeys === undefined
        ? []
        : [
            ...checkAddressesDiffer(developerKeys),
            ...checkLabelsDiffer(developerKeys),
            ...checkIdsDiffer(developerKeys),
          ]),
      ...(glossaries ?? []).flatMap(({ findings }) => findings),
    ],
  };
}

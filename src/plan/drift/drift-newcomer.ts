import type { ResourceDrift } from './drift.ts';
import { liveContentOf } from './drift-glossary.ts';
import type { ComparedResources } from './drift-owned.ts';

const HOW = { kind: 'theirs', how: 'created-outside' } as const;

/** Resources that no file has and that get files: whole, with nothing to compare them with. */
export const newcomerDrifts = ({
  glossaries,
  styleLists,
  developerKeys,
}: ComparedResources['newcomers']): readonly ResourceDrift[] => [
  ...glossaries.map(({ address, live }): ResourceDrift => {
    const whole = { ...HOW, theirs: liveContentOf(address, live) };
    return { kind: 'glossary', address, id: live.id, baseName: live.name, whole, dictionaries: [] };
  }),
  ...styleLists.map(({ address, live: { id, content } }): ResourceDrift => {
    const whole = { ...HOW, theirs: content };
    return { kind: 'style-list', address, id, baseName: content.name, whole, rules: [], instructions: [] };
  }),
  // A key that works no more is wanted by nobody.
  ...developerKeys.flatMap(({ address, live: { id, label, limits, deactivated } }): readonly ResourceDrift[] => {
    const whole = { ...HOW, theirs: { label, limits } };
    return deactivated ? [] : [{ kind: 'developer-key', address, id, baseName: label, whole, limits: [] }];
  }),
];

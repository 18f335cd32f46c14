import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import type { DesiredGlossary } from '../../model/resources/desired.ts';
import { glossaryDigest } from '../../model/resources/digest.ts';
import { isText, isUnnamed } from '../check-values.ts';
import type { KindModel } from '../resource-kind.ts';
import { keyedValues } from '../values.ts';
import { glossaryOperationsOf, isDictionarySound } from './check-glossary-change.ts';

export const GLOSSARY: KindModel<GlossaryContent, DesiredGlossary> = {
  kind: 'glossary',
  prefix: 'glossary',
  noun: 'glossary',
  actions: ['create', 'update', 'delete'],
  parts: { name: { isNamed: isUnnamed, holds: isText, always: true } },
  desired: ({ glossaries }) => glossaries,
  owned: ({ glossaries }) => glossaries,
  contentOf: (desired) => desired,
  settings: ({ mode }) => ({ mode }),
  name: ({ name }) => name,
  values: ({ name }) => keyedValues([['name'], name]),
  children: ({ dictionaries }) => dictionaries,
  digest: ({ name, dictionaries }) => glossaryDigest(name, dictionaries),
  withoutName: (content) => ({ ...content, name: '' }),
  isSound: (change) => change.children.every((dictionary) => isDictionarySound(dictionary, change)),
  operationsOf: glossaryOperationsOf,
};

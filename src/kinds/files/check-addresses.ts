import type { YamlFile, YamlPath } from '../../files/yaml/yaml-file.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { mayNameKind } from '../../model/resources/address.ts';
import { KINDS } from '../registry.ts';

/** True if a pattern can match something of a kind: `glossary.legal`, `style_rules.*`, `gloss*`, `*`. */
const canNameKind = (pattern: string): boolean =>
  /^\S+$/u.test(pattern) && KINDS.some(({ prefix }) => mayNameKind([pattern], prefix) && pattern !== `${prefix}.`);

/** Findings about address patterns that can match nothing, in the list of a file at `path`. */
export const checkAddresses = (patterns: readonly string[], path: YamlPath, yaml: YamlFile): readonly Finding[] =>
  patterns.flatMap((pattern, index) =>
    canNameKind(pattern) ? [] : [errorAt('address-pattern', yaml.at([...path, index]), { pattern })],
  );

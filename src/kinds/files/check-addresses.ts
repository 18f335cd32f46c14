import type { YamlFile, YamlPath } from '../../files/yaml/yaml-file.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { mayNameKind } from '../../model/resources/address.ts';
import { KINDS } from '../registry.ts';

/** True when a pattern can name something of a kind: `glossary.legal`, `style_rules.*`, `gloss*`, `*`. */
const canNameKind = (pattern: string): boolean =>
  /^\S+$/u.test(pattern) && KINDS.some(({ prefix }) => mayNameKind([pattern], prefix) && pattern !== `${prefix}.`);

/** Patterns of addresses that can name nothing, in the list of a file at `path`. */
export const checkAddresses = (patterns: readonly string[], path: YamlPath, yaml: YamlFile): readonly Finding[] =>
  patterns.flatMap((pattern, index) =>
    canNameKind(pattern) ? [] : [errorAt('address-pattern', yaml.at([...path, index]), { pattern })],
  );

import { addressNameOf } from '../../../files/workspace/resource-name.ts';
import { neededNow } from '../../../files/yaml/unread-file.ts';
import { unreadYaml } from '../../../files/yaml/unread-yaml.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import { lazy } from '../../../model/lazy.ts';
import type { StyleListSource } from '../../files/sources.ts';
import { styleListAddress } from '../style-list.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';
import { parseStyleListFile } from './style-list-file.ts';

/** The keys of a style list, without `id`. */
const OWN_KEYS: ReadonlySet<string> = new Set('name language configured_rules custom_instructions protect'.split(' '));

/**
 * A style list whose file did not change, without parsing it before something asks what it says. `undefined`: it must
 * be parsed, since it has an id, or is not in the plain form in which this shows.
 */
export function unreadStyleList(input: YamlInput, catalogue: RuleCatalogue): StyleListSource | undefined {
  const { name, findings } = addressNameOf(input.file);
  const yaml = unreadYaml(input.bytes);
  if (name === undefined || findings.length > 0 || yaml === undefined) return undefined;
  const { keys, mayHold } = yaml;
  if (!keys.has('name') || ![...keys].every((key) => OWN_KEYS.has(key))) return undefined;
  const said = lazy(() => neededNow(input.file, 'what it says is', parseStyleListFile(input, catalogue)));
  return {
    ...{ address: styleListAddress(name), file: input.file, mayBeNamed: mayHold },
    get origin() {
      return said().origin;
    },
    get content() {
      return said().content;
    },
    get instructionOrigins() {
      return said().instructionOrigins;
    },
    get protect() {
      return said().protect;
    },
    locateRule: (category, rule) => said().locateRule(category, rule),
  };
}

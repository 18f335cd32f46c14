import { addressNameOf } from '../../../files/workspace/resource-name.ts';
import { neededNow } from '../../../files/yaml/unread-file.ts';
import { unreadYaml } from '../../../files/yaml/unread-yaml.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import { lazy } from '../../../model/lazy.ts';
import { topOf } from '../../../model/source-ref.ts';
import type { GlossarySource } from '../../files/sources.ts';
import { glossaryAddress } from '../glossary.ts';
import { type GlossaryFile, parseGlossaryFile } from './glossary-file.ts';

/** Keys that do not say where dictionaries are, how they are read, or what holds beyond the glossary. */
const OWN_KEYS: ReadonlySet<string> = new Set(['name', 'dictionaries', 'protect', 'mode', 'samples', 'imports']);

const AUTO = /^dictionaries: +auto *(?: #.*)?\r?$/m;

/** A `glossary.yaml` that is parsed when something asks what it says. */
export interface UnreadGlossary {
  /** Where its dictionaries are: beside it. */
  readonly places: Pick<GlossaryFile, 'file' | 'dictionaries' | 'dictionariesAt' | 'tables' | 'form'>;
  readonly withDictionaries: (dictionaries: GlossarySource['dictionaries']) => GlossarySource;
}

/**
 * A `glossary.yaml` that did not change, without parsing it. `undefined`: it must be parsed, since it says more than
 * its name and a few settings, or is not in the plain form in which this shows.
 */
export function unreadGlossary({ bytes, file }: YamlInput): UnreadGlossary | undefined {
  const { name, findings } = addressNameOf(file, 'glossary');
  const yaml = unreadYaml(bytes);
  if (name === undefined || findings.length > 0 || yaml === undefined) return undefined;
  const { keys, text, mayHold } = yaml;
  if (!keys.has('name') || ![...keys].every((key) => OWN_KEYS.has(key))) return undefined;
  if (keys.has('dictionaries') && !AUTO.test(text)) return undefined;
  const said = lazy(() => neededNow(file, 'what it says is', parseGlossaryFile({ bytes, file })));
  return {
    places: { file, dictionaries: 'auto', dictionariesAt: topOf(file), tables: [], form: {} },
    withDictionaries: (dictionaries) =>
      ({
        ...{ address: glossaryAddress(name), file, dictionaries, mayBeNamed: mayHold },
        get origin() {
          return said().origin;
        },
        get name() {
          return said().name;
        },
        get mode() {
          return said().mode;
        },
        get protect() {
          return said().protect;
        },
        get samples() {
          return said().samples;
        },
      }) as GlossarySource,
  };
}

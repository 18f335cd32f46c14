import { parseYaml } from '../../../files/yaml/yaml-file.ts';
import type { LedgerTexts } from '../../files/ledger-texts.ts';
import { styleListText } from '../../files/resource-text.ts';
import type { StyleListContent } from '../style-list.ts';

export const STYLE_LIST_TEXTS: LedgerTexts<StyleListContent> = {
  file: (name) => `style-rules/${name}.yaml`,
  text: ([list]) => list && styleListText(list.content, { protect: list.protect }),
  places(text, file) {
    const { value: yaml } = parseYaml({ bytes: new TextEncoder().encode(text), file });
    const origin = yaml?.at(['name']);
    return () =>
      origin && {
        origin,
        of: ([part, first = '', second = '']) =>
          part === 'instruction'
            ? yaml?.at(['custom_instructions', Number(first)])
            : yaml?.keyAt(['configured_rules', first, second]),
      };
  },
};

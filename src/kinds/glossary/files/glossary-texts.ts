import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import type { LedgerTexts } from '../../files/ledger-texts.ts';
import { glossaryText } from '../../files/resource-text.ts';

export const GLOSSARY_TEXTS: LedgerTexts<GlossaryContent> = {
  file: (name) => `glossaries/${name}/glossary.yaml`,
  childFile: (name, pair) => `glossaries/${name}/${pair.replace('->', '-')}.csv`,
  text: ([glossary]) =>
    glossary && glossaryText({ name: glossary.content.name, dictionaries: 'auto', protect: glossary.protect }),
};

import { DEVELOPER_KEY } from '../developer-key/developer-key-kind.ts';
import { DEVELOPER_KEY_TEXTS } from '../developer-key/files/developer-key-texts.ts';
import { GLOSSARY_TEXTS } from '../glossary/files/glossary-texts.ts';
import { GLOSSARY } from '../glossary/glossary-kind.ts';
import type { AnyKind } from '../model/resource-kind.ts';
import { STYLE_LIST_TEXTS } from '../style-list/files/style-list-texts.ts';
import { STYLE_LIST } from '../style-list/style-list-kind.ts';
import type { LedgerTexts } from './ledger-texts.ts';

type AnyTexts = LedgerTexts<unknown>;

const texts = new Map<string, AnyTexts>([
  [GLOSSARY.kind, GLOSSARY_TEXTS],
  [STYLE_LIST.kind, STYLE_LIST_TEXTS],
  [DEVELOPER_KEY.kind, DEVELOPER_KEY_TEXTS],
]);

/** A kind without texts of its own has no file but those of its child resources. */
export const registerLedgerTexts = (kind: string, given: AnyTexts): void => {
  texts.set(kind, given);
};

/** A file in each folder of a kind for each resource, which no kind writes by default. */
const defaultTexts = ({ plural }: AnyKind): AnyTexts => ({
  file: (name) => `${plural}/${name}.yaml`,
  text: () => undefined,
});

export function ledgerTextsOf(kind: AnyKind): Required<Omit<AnyTexts, 'places'>> & Pick<AnyTexts, 'places'> {
  const known = texts.get(kind.kind) ?? defaultTexts(kind);
  const childFile = (name: string, child: string): string => `${kind.plural}/${name}/${encodeURIComponent(child)}.csv`;
  return { childFile, ...known };
}

import { schemaComment } from '../../../files/yaml/yaml-text.ts';
import type { WrittenFile } from '../../files/files-facet.ts';

const glossary = (mark: string): string => `${schemaComment('glossary')}name: Product terms (sample ${mark})
dictionaries: auto                 # every <source>-<target>.csv or .tsv beside this file
`;

const EN_DE = `workspace,Arbeitsbereich
dashboard,Übersicht
sign in,anmelden
billing period,Abrechnungszeitraum
`;

const EN_FR = `workspace,espace de travail
dashboard,tableau de bord
sign in,se connecter
billing period,période de facturation
`;

/** The glossary of a new workspace. */
export const glossarySample = (mark: string): readonly WrittenFile[] => [
  ['glossaries/product/glossary.yaml', glossary(mark)],
  ['glossaries/product/en-de.csv', EN_DE],
  ['glossaries/product/en-fr.csv', EN_FR],
];

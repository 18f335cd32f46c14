import { schemaComment } from '../yaml/yaml-text.ts';
import { DEFAULT_PATTERNS } from './workspace-text.ts';

const WORKSPACE = `${schemaComment('workspace')}version: 1
targets:
  local: { service: embedded }     # comes with Lexform, needs no account
# production:
#   preset: deepl                  # or base_url and auth_scheme of another service
#   key: env:LEXFORM_API_KEY       # env:NAME or file:PATH, never the key itself
glossaries: ${DEFAULT_PATTERNS.glossaries}
style_rules: ${DEFAULT_PATTERNS.styleRules}
`;

/** The file of the sample glossary, which has the mark in it. */
export const SAMPLE_GLOSSARY = 'glossaries/product/glossary.yaml';

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

const styleList = (mark: string): string => `${schemaComment('style-list')}name: Marketing DE (sample ${mark})
language: de
configured_rules:
  punctuation:
    apostrophe: use_curly_apostrophes
custom_instructions:
  - label: Tone
    prompt: Use a friendly, informal tone.
    source_language: en
`;

/**
 * A small working workspace: path → text. It validates without a finding and can be applied to the embedded service at
 * once. `mark`: stands in the names of its resources. It should be one that no other workspace has: what an account has
 * under the same name would be adopted.
 */
export const initialFiles = (mark: string): ReadonlyMap<string, string> =>
  new Map([
    ['lexform.yaml', WORKSPACE],
    [SAMPLE_GLOSSARY, glossary(mark)],
    ['glossaries/product/en-de.csv', EN_DE],
    ['glossaries/product/en-fr.csv', EN_FR],
    ['style-rules/marketing-de.yaml', styleList(mark)],
    ['.gitignore', '.lexform/\n'],
  ]);

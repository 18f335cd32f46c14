import { schemaComment } from './schema-comment.ts';
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

const GLOSSARY = `${schemaComment('glossary')}name: Product terms
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

const STYLE_LIST = `${schemaComment('style-list')}name: Marketing DE
language: de
configured_rules:
  punctuation:
    apostrophe: use_curly_apostrophes
custom_instructions:
  - label: Tone
    prompt: Use a friendly, informal tone.
    source_language: en
`;

/** A small working workspace: path → text. It validates without a finding and can be applied to the embedded service at once. */
export const initialFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['lexform.yaml', WORKSPACE],
    ['glossaries/product/glossary.yaml', GLOSSARY],
    ['glossaries/product/en-de.csv', EN_DE],
    ['glossaries/product/en-fr.csv', EN_FR],
    ['style-rules/marketing-de.yaml', STYLE_LIST],
    ['.gitignore', '.lexform/\n'],
  ]);

/** The first line of a YAML file, by which editors find its schema and complete its keys. */
export const schemaComment = (schema: 'workspace' | 'glossary' | 'style-list' | 'developer-keys'): string =>
  `# yaml-language-server: $schema=https://unpkg.com/lexform/schemas/${schema}.schema.json\n`;

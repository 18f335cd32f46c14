import { tableRole, yamlRole } from '../../../files/workspace/file-role.ts';

export const GLOSSARY_ROLE = yamlRole('a glossary');

export const DICTIONARY_ROLE = tableRole('a dictionary');

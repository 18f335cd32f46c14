import { type RuleCatalogue, readRuleCatalogue } from '../../../files/resources/rule-catalogue.ts';
import { parseStyleListFile } from '../../../files/resources/style-list-file.ts';
import { yamlRole } from '../../../files/workspace/file-role.ts';
import type { StyleListSource } from '../../../files/workspace/sources.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import { asList, type FilesFacet } from '../../files/files-facet.ts';

/** A file for each style list. All are checked with one catalogue of rules. */
export const STYLE_LIST_FILES: FilesFacet<StyleListSource, RuleCatalogue> = {
  kind: 'style-list',
  key: 'style_rules',
  pattern: 'style-rules/*.yaml',
  prepare: ({ ports, root, config }) => readRuleCatalogue(ports, root, config),
  read: async (ports, place, catalogue) =>
    asList(
      await readParsed(ports, { ...place, role: yamlRole('a style list') }, (file) =>
        parseStyleListFile(file, catalogue),
      ),
    ),
};

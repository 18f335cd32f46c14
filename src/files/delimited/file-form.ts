import { defined } from '../../model/defined.ts';
import type { Choice, SentStatus } from '../../model/entries/held-back.ts';
import type { TermStatus } from '../../model/entries/term-status.ts';
import type { FileForm } from '../../model/file-form.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { COLUMN_USES, checkUsedLanguage, columnUse, statusWordsOf } from '../dictionary/column-use.ts';
import { plainPos } from '../dictionary/sent-rows.ts';
import type { YamlFile, YamlPath } from '../yaml/yaml-file.ts';

/** How a file is to be read, as the schema lets it through. */
export interface RawForm extends Omit<FileForm, 'columns' | 'send' | 'choose'> {
  readonly send?: { readonly status: readonly SentStatus[] };
  readonly choose?: 'status' | 'first' | { readonly pos: readonly string[] };
  readonly columns?: Readonly<Record<string, string | RawStatusColumn>>;
}

/** A column of statuses with words of its own. */
interface RawStatusColumn {
  readonly status: Readonly<Record<string, TermStatus>>;
}

/** Where a map of `columns:` says something that no column can hold. */
function checkColumns(columns: NonNullable<RawForm['columns']>, path: YamlPath, yaml: YamlFile): readonly Finding[] {
  return Object.entries(columns).flatMap(([header, use]): readonly Finding[] => {
    if (typeof use !== 'string') return [];
    const at = yaml.at([...path, 'columns', header]);
    if (columnUse(use) !== undefined) return checkUsedLanguage(use, at);
    const details = { header, found: use, allowed: [...COLUMN_USES] };
    return [errorAt('column-use', at, details)];
  });
}

const choiceOf = (said: NonNullable<RawForm['choose']>): Choice =>
  typeof said === 'string' ? { kind: said } : { kind: 'pos', order: said.pos.map(plainPos) };

/** How a file is to be read, by what stands at `path`, and by `defaults` where nothing does. */
export function fileForm(
  { delimiter, header, comments, columns, send, choose }: RawForm,
  path: YamlPath,
  yaml: YamlFile,
  defaults: FileForm = {},
): { readonly value: FileForm; readonly findings: readonly Finding[] } {
  const own = Object.entries(columns ?? {}).map(
    ([name, use]) => [name, typeof use === 'string' ? use : statusWordsOf(use.status)] as const,
  );
  const said = [...(defaults.columns ?? []), ...own];
  return {
    value: {
      ...defaults,
      ...defined({ delimiter, header, comments }),
      ...(said.length > 0 && { columns: new Map(said) }),
      ...(send !== undefined && { send: send.status }),
      ...(choose !== undefined && { choose: choiceOf(choose) }),
    },
    findings: columns === undefined ? [] : checkColumns(columns, path, yaml),
  };
}

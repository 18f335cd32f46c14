import type { DesiredState } from '../../kinds/states.ts';
import { UsageError } from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { visible } from '../../review/format/escape.ts';
import { fittingDictionaries } from '../../steps/fitting-dictionary.ts';
import type { FoundTerms } from '../../steps/search/find-terms.ts';
import type { RequestedTranslation } from './translation-request.ts';

interface Fitting {
  readonly options: RequestedTranslation;
  /** The live terms; absent: they were not looked up. */
  readonly found?: FoundTerms;
  /** Why the terms of the workspace are not used, or which terms could be used. */
  readonly hint?: string;
}

/**
 * The glossary of the workspace that a translation uses if the options name none: the only dictionary of the files that
 * matches the languages, if it is on the service. Its source language becomes that of the texts, since the service does
 * not use a glossary with automatic detection.
 */
export async function fittingTerms(
  options: RequestedTranslation,
  desired: DesiredState,
  find: (options: RequestedTranslation) => Promise<FoundTerms>,
): Promise<Fitting> {
  const { from, to } = options;
  const fitting = fittingDictionaries(desired, omitUndefined({ to, from }));
  const [only, ...others] = fitting;
  if (only === undefined) return { options };
  const nameOf = ({ glossary, pair }: (typeof fitting)[number]): string => visible(`${glossary}/${pair}`);
  if (others.length > 0) {
    const names = fitting.map(nameOf).join(', ');
    return {
      options,
      hint: `No terms were used: several dictionaries fit (${names}); name one with --from and --glossary.\n`,
    };
  }
  const chosen: RequestedTranslation = { ...options, from: from ?? only.source, glossary: only.glossary };
  const found = await find(chosen).catch((error: unknown) => {
    if (error instanceof UsageError) return undefined;
    throw error;
  });
  const live = found?.glossary?.live.dictionaries.get(only.pair);
  if (found !== undefined && live !== undefined && live.entryCount > 0 && found.findings.length === 0)
    return { options: chosen, found };
  return { options, hint: `No terms were used: ${nameOf(only)} is not on the service yet; run "lexform apply".\n` };
}

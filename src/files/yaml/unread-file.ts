import { UsageError } from '../../model/errors.ts';
import { type Checked, hasErrors } from '../../model/finding.ts';

/**
 * What a file holds that did not change and was not checked. Throws a `UsageError` when it has errors. `needed`: why it
 * is looked at now.
 */
export function neededNow<Value>(
  file: string,
  needed: string,
  { value, findings }: Checked<Value> = { findings: [] },
): Value {
  if (value === undefined || hasErrors(findings))
    throw new UsageError(
      `${file} did not change and was not checked, but ${needed} needed, and it has errors; ` +
        'lexform validate shows them',
    );
  return value;
}

import { errorAt, type Finding } from '../../model/finding.ts';
import { type SourceRef, topOf } from '../../model/source-ref.ts';

/**
 * Characters that an address cannot contain: `/` and `->` separate its parts, `*` matches anything in a pattern, `#`
 * counts its operations.
 */
const NOT_IN_ADDRESS = /[/*#\s\p{Cc}\p{Default_Ignorable_Code_Point}]|->/u;

/** True when a name can be the last part of an address. */
export const isAddressName = (name: string): boolean => name !== '' && !NOT_IN_ADDRESS.test(name);

/**
 * The last part of an address, from the path of a file: `style-rules/marketing-de.yaml` → `marketing-de`. `folderFile`:
 * a file with this name, without its extension, has the name of its folder: `glossaries/product/glossary.yaml` →
 * `product`.
 */
export function addressNameOf(
  file: string,
  folderFile?: string,
): {
  readonly name?: string;
  readonly findings: readonly Finding[];
} {
  const parts = file.split('/');
  const stem = (parts.at(-1) ?? '').replace(/\.ya?ml$/i, '');
  const name = stem.toLowerCase() === folderFile ? parts.at(-2) : stem;
  const at: SourceRef = topOf(file);
  if (name === undefined || name === '') {
    return { findings: [errorAt('address-without-name', at)] };
  }
  return isAddressName(name) ? { name, findings: [] } : { findings: [errorAt('address-name-form', at, { name })] };
}

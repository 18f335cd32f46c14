import { isLanguageCode } from '../../files/languages/check-language.ts';
import type { YamlFile } from '../../files/yaml/yaml-file.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { DEFAULT_PREVIEW, type PreviewPolicy } from '../../model/workspace/workspace.ts';

/** `preview:` of `lexform.yaml` as the schema lets it through. */
export interface RawPreview {
  readonly budget?: number;
  readonly variants?: Readonly<Record<string, string>>;
}

/** The settings of previews with their defaults. A variant must be one of the language that it stands for. */
export function parsePreview(
  raw: RawPreview,
  yaml: YamlFile,
): { readonly policy: PreviewPolicy; readonly findings: readonly Finding[] } {
  const variants = new Map(DEFAULT_PREVIEW.variants);
  const findings: Finding[] = [];
  for (const name of yaml.keys(['preview', 'variants'])) {
    const language = name.toLowerCase();
    const variant = raw.variants?.[name] ?? '';
    if (isLanguageCode(language) && variant.toLowerCase().split('-')[0] === language) variants.set(language, variant);
    else {
      const at = yaml.at(['preview', 'variants', name]);
      findings.push(errorAt('preview-variant', at, { language: name, variant }));
    }
  }
  return { policy: { budget: raw.budget ?? DEFAULT_PREVIEW.budget, variants }, findings };
}

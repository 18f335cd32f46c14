import { DEVELOPER_KEY_ROUTES } from '../admin/developer-keys.ts';
import { USAGE_ROUTES } from '../admin/usage.ts';
import type { Route } from '../context.ts';
import { GLOSSARY_ROUTES } from '../glossaries/glossaries.ts';
import { GLOSSARY_V2_ROUTES } from '../glossaries/glossaries-v2.ts';
import { STYLE_RULE_ROUTES } from '../style-rules/style-rules.ts';
import { LANGUAGE_ROUTES } from '../translate/languages.ts';
import { TRANSLATE_ROUTES } from '../translate/translate.ts';
import { TRANSLATION_MEMORY_ROUTES } from '../translate/translation-memories.ts';
import { VOICE_ASSET_ROUTES } from '../voice/voice-assets.ts';
import { VOICE_JOB_ROUTES } from '../voice/voice-jobs.ts';

/** Every endpoint of the service. */
export const ROUTES: readonly Route[] = [
  ...STYLE_RULE_ROUTES,
  ...GLOSSARY_ROUTES,
  ...GLOSSARY_V2_ROUTES,
  ...LANGUAGE_ROUTES,
  ...DEVELOPER_KEY_ROUTES,
  ...USAGE_ROUTES,
  ...TRANSLATE_ROUTES,
  ...TRANSLATION_MEMORY_ROUTES,
  ...VOICE_JOB_ROUTES,
  ...VOICE_ASSET_ROUTES,
];

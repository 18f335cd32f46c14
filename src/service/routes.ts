import type { Route } from './context.ts';
import { DEVELOPER_KEY_ROUTES } from './developer-keys.ts';
import { GLOSSARY_ROUTES } from './glossaries.ts';
import { GLOSSARY_V2_ROUTES } from './glossaries-v2.ts';
import { LANGUAGE_ROUTES } from './languages.ts';
import { STYLE_RULE_ROUTES } from './style-rules.ts';
import { TRANSLATE_ROUTES } from './translate.ts';
import { TRANSLATION_MEMORY_ROUTES } from './translation-memories.ts';
import { USAGE_ROUTES } from './usage.ts';
import { VOICE_ASSET_ROUTES } from './voice-assets.ts';
import { VOICE_JOB_ROUTES } from './voice-jobs.ts';

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

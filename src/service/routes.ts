import type { Route } from './context.ts';
import { GLOSSARY_ROUTES } from './glossaries.ts';
import { GLOSSARY_V2_ROUTES } from './glossaries-v2.ts';
import { LANGUAGE_ROUTES } from './languages.ts';
import { STYLE_RULE_ROUTES } from './style-rules.ts';

/** Every endpoint of the service. */
export const ROUTES: readonly Route[] = [
  ...STYLE_RULE_ROUTES,
  ...GLOSSARY_ROUTES,
  ...GLOSSARY_V2_ROUTES,
  ...LANGUAGE_ROUTES,
];

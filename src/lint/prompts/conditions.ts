import { type ByLanguage, everywhere, forList, matchesIn, plainPrompt, words } from './prompt-text.ts';

/** Words that begin a condition or an exception. Words that only soften, such as `if possible`, do not count. */
const CONDITIONS: ByLanguage<RegExp> = {
  en: words(
    'if(?! (?:possible|needed|necessary|available|any|applicable|appropriate))',
    'when(?! (?:possible|needed|necessary|available|applicable|appropriate))',
    'unless',
    'except(?: (?:for|in|when|if|where))?',
    'provided that',
    'as long as',
    'in case',
    'otherwise',
  ),
  de: words(
    'wenn(?! möglich)',
    'falls(?! möglich)',
    'sofern(?! möglich)',
    'außer',
    'es sei denn',
    'ausgenommen',
    'sonst',
    'andernfalls',
  ),
  es: words(
    'si(?! es posible)',
    'cuando(?! sea posible)',
    'salvo',
    'excepto',
    'a menos que',
    'siempre que',
    'de lo contrario',
  ),
  fr: words(
    'si(?! possible)',
    "s'ils?",
    'quand',
    "lorsqu(?:e|'[a-zà-ÿ]+)",
    'sauf',
    'à moins',
    'excepté',
    'sinon',
    'à condition',
  ),
  it: words(
    'se(?! possibile)',
    'quando(?! possibile)',
    'tranne',
    'salvo',
    'eccetto',
    'a meno che',
    'altrimenti',
    'purché',
  ),
  ja: () => /場合|とき|時は|なら|であれば|ならば|を除き|を除いて|以外/u,
  ko: () => /경우|때는?(?=[\s,])|하면|이면|라면|제외/u,
  zh: () => /如果|若|假如|除非|除了|除外|否则|当[^，。]{1,20}时|的情况下/u,
};

/** The number of conditions and exceptions in a prompt. */
export function conditionsIn(prompt: string, language: string): number {
  const text = plainPrompt(prompt);
  const patterns = forList(CONDITIONS, language);
  return patterns.reduce((count, pattern) => count + matchesIn(text, everywhere(pattern)), 0);
}

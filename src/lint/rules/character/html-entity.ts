import { CLASS } from '../../phrase-classes.ts';
import { bothSides, type TermRule } from '../../rule.ts';

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&#039;', "'"],
  ['&#x27;', "'"],
]);

/** Names of entities that programs write. An unknown name, as in `R&D;`, is normal text. */
const NAMES = [
  'amp|lt|gt|quot|apos|nbsp|shy|copy|reg|trade|hellip|[nm]dash|[lr][sd]quo|[lr]aquo|[sb][bd]quo|bull|middot|times',
  'euro|pound|yen|cent|deg|para|sect|szlig|ccedil|aelig|oelig|oslash',
  '[aeiouy](?:acute|uml)|[aeiou](?:grave|circ)|[ano]tilde|[au]ring',
].join('|');

const ENTITY = new RegExp(`&(?:#\\d{1,7}|#x[\\da-f]{1,6}|${NAMES});`, 'giu');

/** Decodes until nothing changes: `&amp;lt;` was encoded twice. */
function decoded(phrase: string): string {
  const once = phrase.replace(ENTITY, (entity) => CHARACTERS.get(entity.toLowerCase()) ?? entity);
  return once === phrase ? once : decoded(once);
}

/** HTML entities in a phrase. */
export const characterHtmlEntity: TermRule = {
  id: 'character/html-entity',
  level: 'warning',
  scope: 'term',
  summary: 'A phrase contains an HTML entity, such as &amp;.',
  why:
    'Texts contain the character itself, so the source phrase never matches. In a target phrase, the entity is ' +
    'printed unchanged.',
  message: '{side} phrase {quoted text} contains the HTML entity {quoted entity}; write the character',
  fixes: {
    safety: 'safe',
    how: '&amp;, &lt;, &gt;, &quot;, &apos; and &#39; become their characters. Replace others by hand.',
  },
  precision: [],
  bad: [
    { pair: 'en->de', source: 'Terms &amp; conditions', target: 'AGB', fixed: 'Terms & conditions' },
    { pair: 'en->fr', source: 'today', target: 'aujourd&#39;hui', fixed: "aujourd'hui" },
    { pair: 'en->de', source: 'coffee', target: 'caf&eacute;', note: 'no fix' },
  ],
  good: [
    { pair: 'en->de', source: 'research & development', target: 'F&E' },
    { pair: 'en->de', source: '&nbsp;', target: '&nbsp;', note: 'the term is an entity' },
  ],
  needs: () => ({ source: CLASS.ampersand, target: CLASS.ampersand }),
  check: (term) =>
    bothSides(term, (phrase) => {
      const [entity] = phrase.match(ENTITY) ?? [];
      if (entity === undefined || entity === phrase) return undefined;
      return { details: { entity }, fix: { safety: 'safe', text: decoded(phrase) } };
    }),
};

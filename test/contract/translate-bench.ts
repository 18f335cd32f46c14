import type { Bench } from './bench.ts';

/** The entries of a dictionary: source phrase → target phrase. */
export type Rows = Readonly<Record<string, string>>;

/** A service, and what tests of translation ask of it. */
export async function openTranslate(bench: Bench, options: Parameters<Bench['open']>[0] = {}) {
  const opened = await bench.open(options);
  const translate = (request: object) =>
    opened.call('POST', '/v2/translate', { text: ['a'], target_lang: 'de', ...request });
  const used = async (): Promise<number> => (await opened.call('GET', '/v2/usage')).body.character_count;
  /** A glossary of these dictionaries, by pair: `{ 'en-de': { house: 'Haus' } }`. */
  const glossary = async (dictionaries: Readonly<Record<string, Rows>>): Promise<string> => {
    const given = Object.entries(dictionaries).map(([pair, rows]) => ({
      source_lang: pair.split('-')[0],
      target_lang: pair.split('-')[1],
      entries: Object.entries(rows)
        .map((row) => row.join('\t'))
        .join('\n'),
      entries_format: 'tsv',
    }));
    return (await opened.call('POST', '/v3/glossaries', { name: 'A', dictionaries: given })).body.glossary_id;
  };
  const styleList = async (language: string, name = 'L') =>
    (await opened.call('POST', '/v3/style_rules', { name, language })).body.style_id;
  return { ...opened, translate, used, glossary, styleList };
}

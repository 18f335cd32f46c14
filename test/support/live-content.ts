import { glossaryCalls } from '../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../src/kinds/style-list/service/style-list-calls.ts';
import type { Service } from '../../src/service/create-service.ts';
import { clientOf } from './target.ts';

/** Content of one resource, without ids and in an order of its own. */
export interface LiveContent {
  readonly glossaries: readonly { readonly name: string; readonly dictionaries: readonly unknown[] }[];
  readonly lists: readonly { readonly name: string }[];
}

const byText = (left: unknown, right: unknown): number => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);

/** Everything that a service has, without ids: plain values, so that a difference shows. */
export async function contentOf(service: Service): Promise<LiveContent> {
  const client = clientOf(service);
  const [glossaries, lists] = await Promise.all([glossaryCalls(client).list(), styleListCalls(client).list()]);
  const read = await Promise.all(
    glossaries.map(async ({ id, name, dictionaries }) => {
      const all = await Promise.all(
        [...dictionaries].map(async ([key, { pair }]) => {
          const entries = await glossaryCalls(client).readEntries(id, pair);
          return [key, [...(entries ?? [])].sort(byText)];
        }),
      );
      return { name, dictionaries: all.sort(byText) };
    }),
  );
  const listed = lists.map(({ content: { name, language, rules, instructions } }) => ({
    name,
    language,
    rules: [...rules].flatMap(([category, selected]) => [...selected].map((each) => [category, ...each])).sort(byText),
    instructions: instructions
      .map(({ label, prompt, sourceLanguage = language }) => [label, prompt, sourceLanguage])
      .sort(byText),
  }));
  return { glossaries: read.sort(byText), lists: listed.sort(byText) };
}

import { describe, expect, test } from 'vitest';
import { glossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState } from '../../../src/kinds/states.ts';

import { glossaryId } from '../../../src/model/ids.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { type FindTermsInput, findTerms } from '../../../src/steps/search/find-terms.ts';
import { desiredGlossary, desiredStyleList } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { bring, clientOf } from '../../support/target.ts';

const TERMS = { 'en->de': { house: 'Haus' } } as const;
const LIVE: DesiredState = {
  glossaries: [desiredGlossary('old', TERMS, { name: 'Old terms' }), desiredGlossary('product', TERMS)],
  styleLists: [desiredStyleList('tone', { language: 'de' })],
};

/** A service that has `LIVE`, and what an input finds in it. */
async function bench() {
  const service = testService();
  await bring(service, LIVE);
  const client = clientOf(service);
  const idOf = async (name: string) =>
    (await glossaryCalls(client).list()).find((each) => each.name === name)?.id ?? '';
  const find = (input: Pick<FindTermsInput, 'desired'> & Partial<FindTermsInput>) =>
    findTerms({ client, limit: makeLimit(2), ...input });
  return { service, idOf, find };
}

describe('an address', () => {
  test('is found by its name, with or without its kind', async () => {
    const { find } = await bench();
    for (const glossary of ['product', 'glossary.product'])
      expect(await find({ desired: LIVE, glossary })).toMatchObject({
        glossary: { address: 'glossary.product', live: { name: 'product' } },
        findings: [],
      });
    expect(await find({ desired: LIVE, style: 'style_rules.tone' })).toMatchObject({
      styleList: { address: 'style_rules.tone', live: { content: { language: 'de' } } },
    });
  });

  test('is its pinned id before anything else', async () => {
    const { find, idOf } = await bench();
    const pinnedId = glossaryId(await idOf('Old terms'));
    const desired = { glossaries: [desiredGlossary('product', TERMS, { pinnedId })] };
    expect((await find({ desired, glossary: 'product' })).glossary?.live.name).toBe('Old terms');
    const gone = { glossaries: [desiredGlossary('product', TERMS, { pinnedId: glossaryId('gone') })] };
    const { glossary, findings } = await find({ desired: gone, glossary: 'product' });
    expect(glossary).toBeUndefined();
    expect(findings.map(({ code }) => code)).toEqual(['pinned-id-missing']);
  });

  test('is what it owns before what has its name', async () => {
    const { find, idOf } = await bench();
    const owned = {
      id: glossaryId(await idOf('Old terms')),
      content: { name: 'Old terms', dictionaries: new Map() },
      protect: false,
    };
    const ledger = { ...EMPTY_LEDGER, glossaries: new Map([[glossaryAddress('product'), owned]]) };
    const desired = { glossaries: [desiredGlossary('product', TERMS)] };
    expect((await find({ desired, ledger, glossary: 'product' })).glossary?.live.name).toBe('Old terms');
  });

  test('may be that of a live resource that no file names', async () => {
    const { find } = await bench();
    expect(await find({ desired: {}, glossary: 'old-terms', style: 'tone' })).toMatchObject({
      glossary: { address: 'glossary.old-terms', live: { name: 'Old terms' } },
      styleList: { address: 'style_rules.tone' },
      findings: [],
    });
    await expect(find({ desired: {}, glossary: 'old-term' })).rejects.toThrow('did you mean glossary.old-terms?');
  });

  test('of a fault in another resource is not troubled by it', async () => {
    const { find } = await bench();
    const other = desiredGlossary('other', TERMS, { pinnedId: glossaryId('gone') });
    const desired = { glossaries: [other, desiredGlossary('product', TERMS)] };
    expect((await find({ desired, glossary: 'product' })).findings).toEqual([]);
  });

  test('of the other resource of a fault has the fault', async () => {
    const { find, idOf } = await bench();
    const pinnedId = glossaryId(await idOf('product'));
    const desired = { glossaries: ['a', 'b'].map((name) => desiredGlossary(name, TERMS, { pinnedId })) };
    for (const glossary of ['a', 'b']) {
      const { findings, ...found } = await find({ desired, glossary });
      expect([findings.map(({ code }) => code), found]).toEqual([['claimed-twice'], {}]);
    }
  });

  test('that is nowhere is an error with the nearest one', async () => {
    const { find } = await bench();
    await expect(find({ desired: LIVE, glossary: 'prodct' })).rejects.toThrow(
      'there is no glossary "glossary.prodct" in the workspace or on the service; did you mean glossary.product?',
    );
    await expect(find({ desired: LIVE, style: 'zzzzzzzzzzzz' })).rejects.toThrow(/on the service$/);
    const desired = { glossaries: [desiredGlossary('new', TERMS)] };
    await expect(find({ desired, glossary: 'new' })).rejects.toThrow('not on the service yet');
  });
});

test('only the lists that are asked for are read', async () => {
  const { find, service } = await bench();
  const before = service.calls.length;
  expect(await find({ desired: LIVE })).toEqual({ findings: [] });
  await find({ desired: LIVE, glossary: 'product' });
  await find({ desired: LIVE, style: 'tone' });
  expect(service.calls.slice(before).map(({ path }) => path.replace(/\?.*/, ''))).toEqual([
    '/v3/glossaries',
    '/v3/style_rules',
  ]);
});

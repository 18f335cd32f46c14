import { describe, expect, test } from 'vitest';
import type { GlossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import type { Sample } from '../../../src/model/workspace/sample.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { previewSubjects, type Subject } from '../../../src/steps/preview/probes.ts';
import { desiredGlossary, desiredStyleList, liveGlossary, liveStyleList, planInput } from '../../support/build.ts';

const sample = (text: string, language = 'en', line = 1): Sample => ({
  text,
  language,
  at: { file: 'samples.yaml', line, column: 1 },
});

interface Given {
  readonly desired: DesiredState;
  readonly live?: LiveState;
  readonly samples?: readonly Sample[];
  readonly examples?: ReadonlyMap<GlossaryAddress, readonly Sample[]>;
  readonly variants?: ReadonlyMap<string, string>;
  readonly deletable?: readonly string[];
}

function subjectsOf(given: Given) {
  const { desired, live = {}, samples = [], examples = new Map(), variants = new Map(), deletable = [] } = given;
  const { plan } = makePlan(planInput(desired, { glossaries: [], styleLists: [], ...live }, { deletable }));
  return previewSubjects({ plan, live, styleLists: desired.styleLists ?? [], samples, examples, variants });
}

const shown = (subjects: readonly Subject[]) =>
  subjects.map(({ address, from, to, probes }) => [
    `${address} ${from}>${to}`,
    ...probes.map(({ sample: { text }, terms }) => [text, ...terms.map(({ change }) => change.key[2])].join(' | ')),
  ]);

describe('a dictionary', () => {
  const desired = {
    glossaries: [desiredGlossary('product', { 'en->de': { house: 'Haus', cat: 'Katze', dog: 'Hund' } })],
  };
  const live = {
    glossaries: [liveGlossary('g', 'product', { 'en->de': { house: 'Haus', cat: 'Kater', bird: 'Vogel' } })],
  };

  test('has the samples in which a changed term stands, and no others', () => {
    const samples = [
      sample('The house is big.'),
      sample('A CAT and a bird.'),
      sample('Dogs are not dog food; dog.'),
      sample('Der cat.', 'de'),
      sample('A CAT and a bird.', 'en', 9),
    ];
    const { subjects, unsampled } = subjectsOf({ desired, live, samples });
    expect(shown(subjects)).toEqual([
      ['glossary.product/en->de en>de', 'A CAT and a bird. | cat | bird', 'Dogs are not dog food; dog. | dog'],
    ]);
    expect(subjects[0]?.probes[1]?.terms[0]?.count).toBe(2);
    expect(unsampled).toEqual([]);
  });

  test('says which changed terms have none', () => {
    const { subjects, unsampled } = subjectsOf({ desired, live, samples: [sample('A cat.')] });
    expect(subjects).toHaveLength(1);
    expect(unsampled).toEqual([{ address: 'glossary.product/en->de', terms: 2, first: ['bird', 'dog'] }]);
  });

  test('is translated with what is live, then with the whole of what the plan makes of it', () => {
    const [subject] = subjectsOf({ desired, live, samples: [sample('A cat.')] }).subjects;
    expect(subject).toMatchObject({ kind: 'dictionary', before: 'g', after: { pair: { source: 'en', target: 'de' } } });
    const after = subject?.kind === 'dictionary' ? [...(subject.after?.entries ?? [])] : [];
    expect(new Map(after)).toEqual(new Map([['house', 'Haus'], ['cat', 'Katze'], ['dog', 'Hund']])); // biome-ignore format: one line
  });

  test('that is new is translated without one before; one that goes, without one after', () => {
    const samples = [sample('A cat.')];
    const made = subjectsOf({ desired, samples }).subjects[0];
    expect([made?.before, made?.after === undefined]).toEqual([undefined, false]);
    const [gone] = subjectsOf({
      desired: { glossaries: [desiredGlossary('product', { 'en->fr': { cat: 'chat' } })] },
      live: { glossaries: [liveGlossary('g', 'product', { 'en->fr': { cat: 'chat' }, 'en->de': { cat: 'Katze' } })] },
      samples,
      deletable: ['glossary.product/en->de'],
    }).subjects;
    expect([gone?.before, gone?.after]).toEqual(['g', undefined]);
    expect(gone?.probes[0]?.terms[0]?.change).toEqual({ key: ['entry', 'en->de', 'cat'], from: 'Katze' });
  });

  test('in additive mode keeps what the files do not know', () => {
    const additive = {
      glossaries: [desiredGlossary('product', { 'en->de': { cat: 'Katze' } }, { mode: 'additive' })],
    };
    const [subject] = subjectsOf({ desired: additive, live, samples: [sample('A cat.')] }).subjects;
    expect(subject?.kind === 'dictionary' && subject.after?.entries.get('bird')).toBe('Vogel');
  });

  test('is translated into a variant where its language has one', () => {
    const { subjects } = subjectsOf({
      desired: { glossaries: [desiredGlossary('product', { 'de->en': { Katze: 'cat' } })] },
      samples: [sample('Eine Katze.', 'de')],
      variants: new Map([['en', 'en-GB']]),
    });
    expect(shown(subjects)[0]?.[0]).toBe('glossary.product/de->en de>en-GB');
  });

  test('a term that stands only in a longer one says so, and counts where it stands alone', () => {
    const { subjects } = subjectsOf({
      desired: {
        glossaries: [desiredGlossary('product', { 'en->de': { house: 'Haus', 'open house': 'Tag der offenen Tür' } })],
      },
      live: { glossaries: [liveGlossary('g', 'product', { 'en->de': { 'open house': 'Tag der offenen Tür' } })] },
      samples: [sample('An open house.'), sample('An open house is a house.')],
    });
    expect(subjects[0]?.probes.map(({ terms }) => terms)).toMatchObject([
      [{ count: 1, coveredBy: 'open house' }],
      [{ count: 1 }],
    ]);
    expect(subjects[0]?.probes[1]?.terms[0]).not.toHaveProperty('coveredBy');
  });

  test('of two terms that differ in case, the one that is written just so stands for the place', () => {
    const { subjects } = subjectsOf({
      desired: { glossaries: [desiredGlossary('product', { 'en->de': { patch: 'Flicken', PATCH: 'PATCH' } })] },
      samples: [sample('A patch.'), sample('A Patch.')],
    });
    const terms = subjects[0]?.probes.map(({ terms: all }) => all.map(({ coveredBy }) => coveredBy));
    expect(terms).toEqual([
      [undefined, 'patch'],
      [undefined, undefined],
    ]);
  });

  test('an example is for its own glossary, and may have its own term in another form', () => {
    const at = { file: 'glossaries/product/en-de.csv', line: 1, column: 9 };
    const own = desiredGlossary('product', { 'en->de': { invoice: 'Rechnung', cat: 'Katze' } });
    const other = desiredGlossary('other', { 'en->de': { invoices: 'Rechnungen' } });
    const examples = new Map([
      [
        'glossary.product' as GlossaryAddress,
        [
          { ...sample('Send all invoices.'), at },
          { ...sample('No animals.'), at: { ...at, line: 2 } },
          { ...sample('Two invoices, one cat.'), at: { ...at, line: 3 } },
        ],
      ],
    ]);
    const { subjects } = subjectsOf({ desired: { glossaries: [own, other] }, examples });
    expect(shown(subjects)).toEqual([
      ['glossary.product/en->de en>de', 'Send all invoices. | invoice', 'Two invoices, one cat. | cat'],
    ]);
  });
});

test('a glossary that is deleted has only its dictionaries', () => {
  const live = { glossaries: [liveGlossary('g', 'old', { 'en->de': { cat: 'Katze' } })] };
  const given = { desired: { glossaries: [] }, live, deletable: ['**'] };
  expect(shown(subjectsOf({ ...given, samples: [sample('A cat.'), sample('Un chat.', 'fr')] }).subjects)).toEqual([
    ['glossary.old/en->de en>de', 'A cat. | cat'],
  ]);
});

describe('a style list', () => {
  const rules = { punctuation: { apostrophe: 'use_curly_apostrophes' } };
  const samples = [sample('One.'), sample('Two.'), sample('Drei.', 'de'), sample('Quatre.', 'fr')];

  test('has all samples of other languages than its own, by language', () => {
    const { subjects, unsampled } = subjectsOf({
      desired: { styleLists: [desiredStyleList('tone', { rules })] },
      samples,
    });
    expect(unsampled).toEqual([]);
    expect(shown(subjects)).toEqual([
      ['style_rules.tone en>de', 'One.', 'Two.'],
      ['style_rules.tone fr>de', 'Quatre.'],
    ]);
    expect(subjects[0]).toMatchObject({ kind: 'style-list', after: { name: 'tone', language: 'de' } });
    expect(subjects[0]).not.toHaveProperty('before');
  });

  test('says when there is none', () => {
    const given = { desired: { styleLists: [desiredStyleList('tone', { rules })] }, samples: [sample('Drei.', 'de')] };
    expect(subjectsOf(given)).toEqual({
      subjects: [],
      unsampled: [{ address: 'style_rules.tone', terms: 0, first: [] }],
    });
  });

  test('with a new name alone changes no translation', () => {
    const [live] = [liveStyleList('s', 'old name', { rules })];
    const desired = { styleLists: [{ ...desiredStyleList('tone', { rules }), pinnedId: live.id }] };
    expect(subjectsOf({ desired, live: { styleLists: [live] }, samples })).toEqual({ subjects: [], unsampled: [] });
  });

  test('of another language is translated without one before', () => {
    const live = liveStyleList('s', 'tone', { language: 'fr' });
    const { subjects } = subjectsOf({
      desired: { styleLists: [desiredStyleList('tone', { rules })] },
      live: { styleLists: [live] },
      samples: [sample('One.')],
    });
    expect(subjects[0]).not.toHaveProperty('before');
    expect(subjects[0]?.to).toBe('de');
  });

  test('that goes is translated without one after, into its language', () => {
    const { subjects } = subjectsOf({
      desired: { styleLists: [] },
      live: { styleLists: [liveStyleList('s', 'tone', { language: 'fr' }), liveStyleList('t', 'other')] },
      samples,
      deletable: ['style_rules.tone'],
    });
    expect(shown(subjects)).toEqual([
      ['style_rules.tone en>fr', 'One.', 'Two.'],
      ['style_rules.tone de>fr', 'Drei.'],
    ]);
    expect(subjects.map((subject) => [subject.before, subject.after])).toEqual([
      ['s', undefined],
      ['s', undefined],
    ]);
  });
});

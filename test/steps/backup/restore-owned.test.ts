import { expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState, LedgerState } from '../../../src/kinds/states.ts';
import { ledgerWithin, ownedWithin } from '../../../src/steps/backup/restore-state.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveGlossary,
  liveStyleList,
} from '../../support/build.ts';
import { owning } from '../../support/owning.ts';

const key = (id: string) => ({ id: keyId(id), content: { limits: {} }, protect: false });
const NOW: LedgerState = {
  ...owning(
    {
      glossaries: [
        liveGlossary('g1', 'a', { 'en->de': { x: 'y' }, 'en->fr': { x: 'z' } }),
        liveGlossary('g2', 'b', { 'en->de': { x: 'y' } }),
      ],
      styleLists: [liveStyleList('s1', 'l'), liveStyleList('s2', 'm')],
    },
    {
      glossaries: [desiredGlossary('a', {}), desiredGlossary('b', {})],
      styleLists: [desiredStyleList('l'), desiredStyleList('m')],
    },
  ),
  developerKeys: new Map([
    ['developer_key.ci', key('k1')],
    ['developer_key.app', key('k2')],
  ]),
};
const BACKUP: DesiredState = {
  glossaries: [
    desiredGlossary('a', { 'en->de': { x: 'y', new: 'n' }, 'en->it': { x: 'i' } }),
    desiredGlossary('c', { 'en->de': { x: 'y' } }),
  ],
  styleLists: [desiredStyleList('l'), desiredStyleList('n')],
  developerKeys: [desiredDeveloperKey('ci'), desiredDeveloperKey('other')],
};

/** Addresses, and the entries of each dictionary. */
const plain = ({ glossaries, styleLists, developerKeys }: DesiredState) => ({
  glossaries: glossaries?.map(({ address, dictionaries }) => [
    address,
    [...dictionaries].map(([pair, { entries }]) => [pair, [...entries]]),
  ]),
  styleLists: styleLists?.map(({ address }) => address),
  developerKeys: developerKeys?.map(({ address }) => address),
});

test('a backup speaks of the resources and dictionaries that it has', () => {
  const within = ledgerWithin(NOW, BACKUP);
  expect(
    [...within.glossaries].map(([address, { id, content }]) => [
      address,
      id,
      content.name,
      [...content.dictionaries.keys()],
    ]),
  ).toEqual([['glossary.a', 'g1', 'a', ['en->de']]]);
  expect([[...within.styleLists.keys()], [...within.developerKeys.keys()]]).toEqual([
    ['style_rules.l'],
    ['developer_key.ci'],
  ]);
  expect(ledgerWithin(NOW, {})).toEqual(EMPTY_LEDGER);
  expect(NOW.glossaries.get('glossary.a')?.content.dictionaries.size).toBe(2);
});

test('a restore owns what the ledger owned, down to dictionaries', () => {
  expect(plain(ownedWithin(BACKUP, NOW, undefined))).toEqual({
    glossaries: [
      [
        'glossary.a',
        [
          [
            'en->de',
            [
              ['x', 'y'],
              ['new', 'n'],
            ],
          ],
        ],
      ],
    ],
    styleLists: ['style_rules.l'],
    developerKeys: ['developer_key.ci'],
  });
  expect(ownedWithin({}, NOW, undefined)).toEqual({});
});

test('of an additive glossary it owns the entries alone that the ledger owned', () => {
  const files: DesiredState = { glossaries: [desiredGlossary('a', {}, { mode: 'additive' })] };
  expect(plain(ownedWithin(BACKUP, NOW, files)).glossaries).toEqual([['glossary.a', [['en->de', [['x', 'y']]]]]]);
  const other: DesiredState = {
    glossaries: [desiredGlossary('a', {}), desiredGlossary('b', {}, { mode: 'additive' })],
  };
  expect(plain(ownedWithin(BACKUP, NOW, other)).glossaries).toEqual([
    [
      'glossary.a',
      [
        [
          'en->de',
          [
            ['x', 'y'],
            ['new', 'n'],
          ],
        ],
      ],
    ],
  ]);
});

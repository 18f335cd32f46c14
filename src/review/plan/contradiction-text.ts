import type { Contradiction } from '../../plan/check-plan.ts';
import { visible } from '../format/escape.ts';

const WORDS: Readonly<Record<Contradiction['kind'], string>> = {
  'address-twice': 'appears twice',
  'id-twice': 'has the id of another resource',
  identity: 'has an id or an address that does not match its change',
  values: 'has counts or values that do not match',
  operations: 'has calls that do not match its changes',
};

/**
 * The first thing in which a plan contradicts itself: it was edited, or cut off, and nobody can tell what was approved.
 */
export const contradictionText = ({ kind, address }: Contradiction): string =>
  `it contradicts itself: ${visible(address)} ${WORDS[kind]}`;

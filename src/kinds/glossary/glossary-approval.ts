import { digestOf } from '../../model/resources/digest.ts';
import type { ApprovedCalls } from '../model/approved.ts';

const WRITES = ['merge-entries', 'put-dictionary'];

/**
 * Both ways to write a dictionary are one, because a PUT whose removals are done has become a PATCH; and a new name is
 * one, whether it rides on a PATCH or not.
 */
export const GLOSSARY_APPROVAL: ApprovedCalls = {
  callOf: ({ kind, touches: [part] }) => (WRITES.includes(kind) ? JSON.stringify(['write', part]) : undefined),
  resultOf: ({ kind, post, touches }, name) =>
    WRITES.includes(kind) && touches.length === 1 ? digestOf({ name, entries: post }) : post,
  wholes: ['create-glossary', ...WRITES],
  told: { 'rename-glossary': 'anyway' },
};

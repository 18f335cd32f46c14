import type { ApprovedCalls } from '../model/approved.ts';

/** Single instructions are told apart by what becomes of them. */
export const STYLE_LIST_APPROVAL: ApprovedCalls = {
  callOf({ kind, touches: [part], pre, post }, knowsIds) {
    if (kind === 'add-instruction') return JSON.stringify([kind, post]);
    const isOne = kind === 'edit-instruction' || kind === 'delete-instruction';
    return isOne ? JSON.stringify([kind, knowsIds ? part : '', pre, post]) : undefined;
  },
  wholes: ['create-style-list', 'replace-rules'],
};

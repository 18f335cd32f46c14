/**
 * The schemas of the documents that each command prints with --json, by its words: files of `schemas/`, or definitions
 * of `output.schema.json`. Every command may also print `error`.
 */
export const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  init: ['output#init', 'output#initFrom'],
  import: ['output#import'],
  doctor: ['output#doctor'],
  validate: ['output#findings', 'workspaces'],
  lint: ['output#findings', 'output#lintRules', 'workspaces'],
  fmt: ['formatted'],
  plan: ['plan', 'targets', 'workspaces'],
  apply: ['report', 'targets'],
  pull: ['output#pull'],
  merge: ['merged', 'output#mergeInstalled'],
  export: ['output#export'],
  drift: ['drift', 'targets', 'workspaces'],
  'service compare': ['comparison'],
  explain: ['output#explain'],
  'service translate': ['output#translate'],
  log: ['output#log', 'output#show'],
  'ledger ids': ['output#ids'],
  'ledger adopt': ['output#adopt'],
  'ledger forget': ['output#forget'],
  rollback: ['report', 'plan'],
  backup: ['output#backup'],
  restore: ['report', 'plan'],
  'ledger unlock': ['output#unlock'],
  'ledger confirm-address': ['output#confirmAddress'],
  'service languages': ['output#languages', 'output#languagePair'],
  'service usage': ['output#usage'],
  'service list': ['output#serviceList'],
  'service memories': ['output#translationMemories'],
  'service voice translate': ['output#voiceJobs'],
  'service voice status': ['output#voiceStatus'],
  'service voice download': ['output#voiceJobs'],
};

/** What any command may print instead of its own document. */
export const INSTEAD: readonly string[] = ['output#error', 'output#findings', 'output#refusal'];

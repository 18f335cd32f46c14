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
  compare: ['comparison'],
  explain: ['output#explain'],
  translate: ['output#translate'],
  log: ['output#log'],
  show: ['output#show'],
  ids: ['output#ids'],
  adopt: ['output#adopt'],
  forget: ['output#forget'],
  rollback: ['report', 'plan'],
  backup: ['output#backup'],
  restore: ['report', 'plan'],
  unlock: ['output#unlock'],
  'confirm-address': ['output#confirmAddress'],
  languages: ['output#languages', 'output#languagePair'],
  usage: ['output#usage'],
  'service list': ['output#serviceList'],
  'translation-memories': ['output#translationMemories'],
  'voice translate': ['output#voiceJobs'],
  'voice status': ['output#voiceStatus'],
  'voice download': ['output#voiceJobs'],
};

/** What any command may print instead of its own document. */
export const INSTEAD: readonly string[] = ['output#error', 'output#findings', 'output#refusal'];

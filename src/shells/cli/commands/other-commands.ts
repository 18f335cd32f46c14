import { drift } from '../../../app/commands/drift.ts';
import { pull } from '../../../app/commands/pull.ts';
import { completion } from './completion.ts';
import { doctor } from './doctor.ts';
import { exportTerms, importFile } from './exchange.ts';
import { explain } from './explain.ts';
import { fmt } from './fmt.ts';
import { help } from './help.ts';
import { init } from './init.ts';
import { backup, restore } from './ledger/backup.ts';
import { adopt, confirmTheAddress, forget, unlock } from './ledger/change-ledger.ts';
import { ids, log } from './ledger/log.ts';
import { rollback } from './ledger/rollback.ts';
import { lint } from './lint.ts';
import { merge } from './merge.ts';
import { serve } from './serve.ts';
import { compare } from './service/compare.ts';
import { languages, serviceList, translationMemories } from './service/list.ts';
import { translate } from './service/translate.ts';
import { usage } from './service/usage.ts';
import { voiceDownload, voiceStatus, voiceTranslate } from './service/voice.ts';

/** All commands but `validate`, `plan` and `apply`. */
export const otherCommands = {
  adopt,
  backup,
  compare,
  completion,
  confirmTheAddress,
  doctor,
  drift,
  explain,
  exportTerms,
  fmt,
  forget,
  help,
  ids,
  importFile,
  init,
  languages,
  lint,
  log,
  merge,
  pull,
  restore,
  rollback,
  serve,
  serviceList,
  translate,
  translationMemories,
  unlock,
  usage,
  voiceDownload,
  voiceStatus,
  voiceTranslate,
};

import { drift } from '../../../app/commands/drift.ts';
import { pull } from '../../../app/commands/pull.ts';
import { completion } from './completion.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { exportTerms } from './export.ts';
import { fmt } from './fmt.ts';
import { help } from './help.ts';
import { importFile } from './import.ts';
import { init } from './init.ts';
import { adopt } from './ledger/adopt.ts';
import { backup } from './ledger/backup.ts';
import { confirmTheAddress } from './ledger/confirm-address.ts';
import { ids } from './ledger/ids.ts';
import { log } from './ledger/log.ts';
import { restore } from './ledger/restore.ts';
import { rollback } from './ledger/rollback.ts';
import { unlock } from './ledger/unlock.ts';
import { forget } from './ledger/untrack.ts';
import { lint } from './lint.ts';
import { merge } from './merge.ts';
import { serve } from './serve.ts';
import { compare } from './service/compare.ts';
import { languages } from './service/languages.ts';
import { serviceList } from './service/list.ts';
import { translate } from './service/translate.ts';
import { translationMemories } from './service/translation-memories.ts';
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

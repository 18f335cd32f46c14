/**
 * Lexform as a library. `openWorkspace` is the way in: it plans, applies and compares, with the guard, the ledger and
 * the lock inside. The steps that it and the command line are made of stand beside it:
 *
 * files → desired: `readDesired` · service → live: `makeClient`, `readLive` · the plan: `planState` · guard:
 * `checkGuard` · apply: `applyPlan`, which takes nothing but the verdict that allows the plan · with a ledger:
 * `gitLedger` or `folderLedger`, `applyUnderLedger` · values → text: `planText`, `planJson`, `reportText`,
 * `findingsText` · the embedded service: `createService`, `listen`.
 */

export type { ApplyInput } from './apply/apply-plan.ts';
export { applyPlan } from './apply/apply-plan.ts';
export type { ApplyEvent, ApplyReport, OfOperation, Outcome, SecretOutcome, StaleOutcome } from './apply/outcome.ts';
export type { PlanReads } from './apply/plan-reads.ts';
export type { RunPorts } from './apply/run-operation.ts';
export type { OnSecret } from './apply/secret-keeper.ts';
export { type ReportVerdict, reportVerdict } from './apply/verdict.ts';
export { folderPorts } from './cli/ports/folder-ports.ts';
export { inProcessFetch } from './cli/ports/in-process-fetch.ts';
export type { MachinePorts } from './cli/ports.ts';
export type { LanguageCalls } from './client/calls/language-calls.ts';
export type { TranslateCalls } from './client/calls/translate-calls.ts';
export type { TranslationMemoryCalls } from './client/calls/translation-memory-calls.ts';
export type { UsageCalls } from './client/calls/usage-calls.ts';
export type { VoiceCalls } from './client/calls/voice-calls.ts';
export type { Client } from './client/client.ts';
export type { Limit } from './client/limit.ts';
export { type ClientOptions, makeClient } from './client/make-client.ts';
export type { Pace } from './client/transport/pace.ts';
export type { BodyConsumer, ClientPorts, HttpRequest, HttpResponse } from './client/transport/ports.ts';
export type { CatalogueLanguage } from './contract/language-catalogue.ts';
export { nodeFiles } from './files/node/node-files.ts';
export type { FilePorts, FileWriter, FolderListings, PrivateFile, RegularFile } from './files/ports.ts';
export type { UntrustedFiles } from './files/workspace/may-read.ts';
export { applyUnderLedger, type UnderLedger, type UnderLedgerInput } from './flow/ledger/apply-under-ledger.ts';
export type { LeasePorts } from './flow/ledger/renew-lease.ts';
export { makeLimit } from './flow/make-limit.ts';
export { type Pulled, type PullInput, pullTarget } from './flow/pull/pull-target.ts';
export { readLive } from './flow/read-live.ts';
export type { StaleDetail } from './kinds/change/stale-detail.ts';
export type {
  DesiredDeveloperKey,
  DeveloperKey,
  DeveloperKeyAddress,
  KeyLimits,
} from './kinds/developer-key/developer-key.ts';
export { type DeveloperKeyCalls, developerKeyCalls } from './kinds/developer-key/service/developer-key-calls.ts';
export type { ValueDrift } from './kinds/drift/drift-values.ts';
export type { WorkspaceSources } from './kinds/files/sources.ts';
export type {
  DesiredDictionary,
  DesiredGlossary,
  DictionaryAddress,
  GlossaryAddress,
  LiveDictionary,
  LiveGlossary,
} from './kinds/glossary/glossary.ts';
export { type GlossaryCalls, glossaryCalls } from './kinds/glossary/service/glossary-calls.ts';
export type { MatchAllInput } from './kinds/match/match.ts';
export type { ChildNeed } from './kinds/match/needs.ts';
export type { AnyKind } from './kinds/model/resource-kind.ts';
export { KINDS, kindAt } from './kinds/registry.ts';
export type { OnRead } from './kinds/service/read-entries.ts';
export { readEntries } from './kinds/service/read-entries.ts';
export type { ListingScope } from './kinds/service/read-listing.ts';
export { readListing } from './kinds/service/read-listing.ts';
export type { DesiredState, LiveState } from './kinds/states.ts';
export { EMPTY_LEDGER, type LedgerState } from './kinds/states.ts';
export { type StyleListCalls, styleListCalls } from './kinds/style-list/service/style-list-calls.ts';
export type {
  ConfiguredRules,
  CustomInstruction,
  DesiredStyleList,
  LiveInstruction,
  LiveStyleList,
  StyleListAddress,
  StyleListContent,
} from './kinds/style-list/style-list.ts';
export { folderLedger } from './ledger/folder-ledger.ts';
export type { FolderPorts } from './ledger/folder-ports.ts';
export { gitLedger } from './ledger/git-ledger.ts';
export type { CommitId } from './ledger/git-log.ts';
export type { GitRepository } from './ledger/git-repository.ts';
export { gitRepository } from './ledger/git-repository.ts';
export type { Ledger, LedgerEntry, LedgerSnapshot, LedgerTarget, LedgerWritten } from './ledger/ledger.ts';
export { LedgerError } from './ledger/ledger-error.ts';
export type { HolderProcess, LockHolder, LockSeeker } from './ledger/lock.ts';
export type { FileBytes, GitPort, GitResult, ProcessPorts } from './ledger/ports.ts';
export type { RefStore } from './ledger/ref-updates.ts';
export { localRefs, remoteRefs } from './ledger/ref-updates.ts';
export { consentFor } from './library/consent-for.ts';
export { FindingsError, RefusedError } from './library/errors.ts';
export { openWorkspace, type TargetDrift, type Validation, type Workspace } from './library/open-workspace.ts';
export type {
  AppliedPlan,
  PlanTargetOptions,
  PlanVerdict,
  RunPlanOptions,
  TargetPlan,
} from './library/plan-target.ts';
export { machinePorts, type OpenOptions, type WorkspacePorts } from './library/ports.ts';
export type { FindingsFormat, RenderFormat, RenderOptions } from './library/render.ts';
export type { RunListening } from './library/run-judged.ts';
export type { Consent, LookOptions } from './library/session.ts';
export type { Tried } from './model/call-event.ts';
export { type CodeMeaning, ERROR_CODES, type ErrorCode } from './model/codes/error-codes.ts';
export type { Dictionary, GlossaryContent } from './model/entries/dictionary.ts';
export { type Entries, type Entry, entriesOf } from './model/entries/entries.ts';
export type {
  Choice,
  HeldBack,
  HeldBackCount,
  HeldBackRow,
  HeldBackTerm,
  SentStatus,
  TermMark,
} from './model/entries/held-back.ts';
export type { LanguagePair, PairKey } from './model/entries/language-pair.ts';
export type { OtherField, OtherNotes, OtherNotesRow } from './model/entries/other-notes.ts';
export type { ReviewField, TermFields } from './model/entries/term-fields.ts';
export type { TermStatus } from './model/entries/term-status.ts';
export { ServiceError, type ServiceRefusal, type Unanswered, UnreachableError, UsageError } from './model/errors.ts';
export { type Finding, type FindingDetail, type Fix, hasErrors, type Severity } from './model/finding.ts';
export type { Digest } from './model/ids.ts';
export type { LedgerRecord, Recorded } from './model/ledger/ledger-record.ts';
export type {
  Change,
  ChildChange,
  ChildFacts,
  ConfigDigest,
  LedgerHome,
  Operation,
  OperationKind,
  Plan,
  ResourceKind,
  Since,
  Snapshot,
  Unmanaged,
  UnownedRemoval,
} from './model/plan/plan.ts';
export type { Address, ChildAddress, ResourceAddress } from './model/resources/address.ts';
export type { RecordValue, Value, ValueChange, ValueKey } from './model/resources/value.ts';
export { type Secret, secret } from './model/secret.ts';
export type { SourceRef } from './model/source-ref.ts';
export { SYSTEM_CODES, SystemError } from './model/system-error.ts';
export type { CheckedCount, CheckedFiles } from './model/workspace/checked-files.ts';
export type { Endpoint, Target } from './model/workspace/target.ts';
export { DEFAULT_SAFETY, type SafetyPolicy, type WorkspaceConfig } from './model/workspace/workspace.ts';
export { nextState } from './next-state/next-state.ts';
export type { NextStateInput } from './next-state/run-outcomes.ts';
export { violationsOf } from './plan/approval/approval.ts';
export type { Violation } from './plan/approval/violation.ts';
export type { ActionCounts, Tally } from './plan/counts.ts';
export { type PlanCounts, planCounts } from './plan/counts.ts';
export type { ChildDrift, Drift, DriftPart, ResourceDrift, Settled, WholeDrift } from './plan/drift/drift.ts';
export { checkGuard } from './plan/guard/guard.ts';
export type { GuardInput } from './plan/guard/guard-input.ts';
export type { DeletedNoun, PartNoun, TakenAway } from './plan/guard/refusal.ts';
export {
  type AllowedVerdict,
  type GuardVerdict,
  type Lift,
  liftOf,
  type Refusal,
  type RefusedVerdict,
} from './plan/guard/refusal.ts';
export type { Planning } from './plan/make-plan.ts';
export { type MakePlanInput, makePlan, needsAdminKey, type PlanInput, planState } from './plan/make-plan.ts';
export type { PullView } from './plan/pull/pull-sides.ts';
export type { PlanRefusal, ReportTextOptions } from './review/apply/report-text.ts';
export { reportJson, reportText } from './review/apply/report-text.ts';
export type { ReportFormat } from './review/ci/format-names.ts';
export { findingsJson, findingsText } from './review/messages/finding-text.ts';
export { guardText } from './review/plan/guard-text.ts';
export type { BesidePlan, ParsedPlan, PlanCheck } from './review/plan/plan-json.ts';
export { parsePlan, planJson } from './review/plan/plan-json.ts';
export type { PlanTextOptions } from './review/plan/plan-text.ts';
export { planText } from './review/plan/plan-text.ts';
export type { AccountKey } from './service/auth/key-ring.ts';
export type { ServicePorts, ServiceSettings } from './service/context.ts';
export type { CallRecord, Notification } from './service/create-service.ts';
export { createService, type Service, type ServiceOptions } from './service/create-service.ts';
export type { Fault, Faults } from './service/faults/faults.ts';
export type { Answer, ServiceRequest } from './service/http/answer.ts';
export type { Listening, ListenOptions } from './service/http/listen.ts';
export { listen } from './service/http/listen.ts';
export type { ServiceEvent } from './service/store/events.ts';
export type { LockPorts } from './service/store/folder-lock.ts';
export { folderStore } from './service/store/folder-store.ts';
export type { Store } from './service/store/store.ts';
export { memoryStore } from './service/store/store.ts';
export { type FilesRead, readDesired } from './workspace/read-desired.ts';
export type { WorkspaceToWrite } from './workspace/write-workspace.ts';
export { workspaceFiles } from './workspace/write-workspace.ts';

/**
 * Lexform as a library. `openWorkspace` opens a workspace: it validates, plans, applies, pulls and compares as the
 * command line does. `createService` makes the embedded service for tests. All errors have a `code`.
 */

export { LedgerError } from '../../ledger/ledger-error.ts';
export { ERROR_CODES, type ErrorCode } from '../../model/codes/error-codes.ts';
export { ServiceError, type ServiceRefusal, UnreachableError, UsageError } from '../../model/errors.ts';
export type { SourceRef } from '../../model/finding.ts';
export { SystemError } from '../../model/system-error.ts';
export { FindingsError, RefusedError } from './errors.ts';
export { openWorkspace } from './open-workspace.ts';
export type {
  Fault,
  FilePorts,
  HttpRequest,
  HttpResponse,
  OpenOptions,
  Service,
  ServiceOptions,
  WorkspacePorts,
} from './port-types.ts';
export { nodeFiles } from './ports.ts';
export { createService, inProcessFetch, listen } from './service.ts';
export { consentFor } from './shown.ts';
export type {
  AppliedPlan,
  ApplyEvent,
  ApplyOptions,
  FindingsFormat,
  LogEntry,
  LookOptions,
  Outcome,
  PlanOptions,
  PullOptions,
  PullResult,
  RenderFormat,
  RenderOptions,
  TargetDrift,
  TargetPlan,
  Validation,
  Workspace,
} from './types.ts';
export type {
  Change,
  Consent,
  Finding,
  Operation,
  PlanCounts,
  Refusal,
  ResourceDrift,
  Value,
  ValueChange,
  ValueDrift,
} from './values.ts';

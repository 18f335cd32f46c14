import {
  isFalse,
  isFiles,
  isFunction,
  isNonEmptyText,
  isObject,
  isOneOf,
  isSignal,
  isTextList,
  isTrueOrFalse,
  mustFit,
  optionsOf,
  wholeNumber,
} from './check-options.ts';
import type { OpenOptions, WorkspacePorts } from './ports.ts';
import type { RenderOptions } from './render.ts';
import type { Consent, LookOptions } from './session.ts';

const MAX_DELETES = 1_000_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const consentChecks = optionsOf<Consent>({
  allowDelete: isTextList,
  maxDeletes: wholeNumber(0, MAX_DELETES),
  overwriteDrift: isTrueOrFalse,
});

const lookChecks = {
  only: isTextList,
  concurrency: wholeNumber(1, 32),
  maxWaitMs: wholeNumber(0, DAY_MS),
  signal: isSignal,
};
const CHECKS = {
  open: optionsOf<OpenOptions>({
    ports: optionsOf<WorkspacePorts>({
      after: isFunction,
      deadline: isFunction,
      embeddedStore: isFunction,
      env: isFunction,
      every: isFunction,
      fetch: isFunction,
      files: isFiles,
      git: isFunction,
      id: isFunction,
      ledgerFiles: isObject,
      monotonic: isFunction,
      now: isFunction,
      paceOf: isFunction,
      processes: isObject,
      random: isFunction,
      sleep: isFunction,
    }),
    ledger: isFalse,
    onMessage: isFunction,
    signal: isSignal,
  }),
  drift: optionsOf<LookOptions>(lookChecks),
  plan: optionsOf<LookOptions & { readonly consent: Consent }>({ ...lookChecks, consent: consentChecks }),
  apply: optionsOf<Readonly<Record<'consent' | 'signal' | 'onEvent' | 'onSecret', unknown>>>({
    consent: consentChecks,
    signal: isSignal,
    onEvent: isFunction,
    onSecret: isFunction,
  }),
  render: optionsOf<RenderOptions>({ full: isTrueOrFalse, color: isTrueOrFalse }),
} as const;

/** Throws when the folder of a workspace, or how it is to be opened, is not what it has to be. */
export const checkOpening = (dir: unknown, options: unknown): void =>
  mustFit(
    dir === undefined ? ['the folder is missing'] : isNonEmptyText(dir, 'the folder'),
    CHECKS.open(options, 'options'),
  );

/** Throws when the name of a target, or the options of what is done with it, are not what they have to be. */
export const checkLook = (of: 'plan' | 'drift', target: unknown, options: unknown): void =>
  mustFit(isNonEmptyText(target, 'target'), CHECKS[of](options, 'options'));

/** Throws when the name of a target is not what it has to be. */
export const checkTargetName = (target: unknown): void => mustFit(isNonEmptyText(target, 'target'));

/** Throws when the options of an apply are not what they have to be. */
export const checkRun = (options: unknown): void => mustFit(CHECKS.apply(options, 'options'));

/** The same, and of the text of a saved plan. */
export const checkSaved = (plan: unknown, options: unknown): void =>
  mustFit(
    plan === undefined ? ['the plan is missing'] : isNonEmptyText(plan, 'the plan'),
    CHECKS.apply(options, 'options'),
  );

/** Throws when there is no such format, or the options of a rendering are not what they have to be. */
export const checkRendering = (formats: readonly string[], format: unknown, options?: unknown): void =>
  mustFit(
    format === undefined
      ? [`a format is missing; there are ${formats.join(', ')}`]
      : isOneOf(formats)(format, 'format'),
    CHECKS.render(options, 'options'),
  );

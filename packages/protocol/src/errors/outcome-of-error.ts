import {
  ConfigError,
  ExtensionError,
  messageOf,
  NotStartedError,
  ProviderError,
  SessionError,
  SkeinError,
} from "./errors.ts";
import { machineFault } from "./machine-fault.ts";
import type { OutcomeError, OutcomeName } from "../outcomes.ts";

/**
 * The outcome of a run that ended with this error. An error that is neither Skein's own nor the machine's fault is a
 * defect.
 *
 * @param hasBegun - whether anything was written or done before: a session error is then not wrong usage.
 */
export function outcomeOfError(error: unknown, hasBegun = false): OutcomeName {
  if (ProviderError.is(error)) return "provider";
  if (ConfigError.is(error)) return "not-started";
  if (NotStartedError.is(error)) return ofNotStarted[error.code];
  if (ExtensionError.is(error)) return "extension";
  if (SessionError.is(error)) return ofStorage(error.code, hasBegun);
  const fault = machineFault(error);
  return fault ? ofStorage(fault.code, hasBegun) : "internal";
}

const ofNotStarted = {
  "needs-input": "needs-input",
  cancelled: "cancelled",
  interrupted: "cancelled",
  "max-time": "limit",
} as const satisfies Record<NotStartedError["code"], OutcomeName>;

/** Errors of a session or a folder before anything was started: the user can name another one. */
const wrongUse: readonly string[] = ["locked", "not-found", "read-only", "damaged", "no-folder"];

function ofStorage(code: string, hasBegun: boolean): OutcomeName {
  return !hasBegun && wrongUse.includes(code) ? "not-started" : "storage";
}

export function describeError(error: unknown): OutcomeError {
  if (!SkeinError.is(error)) return machineFault(error) ?? { code: "unexpected", message: messageOf(error) };
  const { code, message, hint, nextStep } = error;
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(nextStep === undefined ? {} : { nextStep }),
  };
}

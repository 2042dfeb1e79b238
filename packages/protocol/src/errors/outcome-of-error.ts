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
 * Maps an error to the outcome of the run that it ended. An error that is
 * neither Skein's own nor the operating system's is a defect: `internal`.
 *
 * @param hasBegun - whether anything was written or done before. A session
 *   error is then `storage` instead of `not-started`. Default: false.
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

/**
 * A new code of `NotStartedError` does not compile until it has an outcome
 * here.
 */
const ofNotStarted = {
  "needs-input": "needs-input",
  cancelled: "cancelled",
  interrupted: "cancelled",
  "max-time": "limit",
} as const satisfies Record<NotStartedError["code"], OutcomeName>;

/**
 * Errors of a session or a folder for which the user can name another one, as
 * long as nothing was started.
 */
const wrongUse: readonly string[] = ["locked", "not-found", "read-only", "damaged", "no-folder"];

function ofStorage(code: string, hasBegun: boolean): OutcomeName {
  return !hasBegun && wrongUse.includes(code) ? "not-started" : "storage";
}

/**
 * Turns an error into data for events, journals and exit messages.
 *
 * Errors that are neither Skein's nor the operating system's get the code
 * `unexpected`. The cause and the stack are dropped.
 */
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

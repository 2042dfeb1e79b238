import { ConfigError, ExtensionError, messageOf, ProviderError, SessionError, SkeinError } from "./errors.ts";
import type { OutcomeError, OutcomeName } from "./outcomes.ts";

/** How a run ends that this error ended. What is not one of our own is a defect. */
export function outcomeOfError(error: unknown): OutcomeName {
  if (ProviderError.is(error)) return "provider";
  if (ConfigError.is(error)) return "usage";
  if (ExtensionError.is(error)) return "extension";
  if (SessionError.is(error)) return nothingStarted.includes(error.code) ? "usage" : "internal";
  return "internal";
}

const nothingStarted: readonly string[] = ["locked", "not-found", "read-only"];

export function describeError(error: unknown): OutcomeError {
  if (!SkeinError.is(error)) return { code: "unexpected", message: messageOf(error) };
  const { code, message, hint } = error;
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

import { ConfigError, ProviderError, providerErrorCodes, SkeinError } from "@skein/protocol";
import type { ProviderErrorCode, RunResult } from "@skein/protocol";

/** Why a run ended without an answer, as an error to throw. */
export function outcomeError({ outcome, error }: RunResult<unknown>): SkeinError {
  const { code = outcome, message = `The run ended as ${outcome}.`, hint, nextStep } = error ?? {};
  const hinted = { nextStep, ...(hint === undefined ? {} : { hint }) };
  if (code === "missing-key") return new ConfigError(code, message, hinted);
  if (!isProviderCode(code)) return new SkeinError(code, message, hinted);
  return new ProviderError(code, message, { provider: "agent", retryable: false, ...hinted });
}

function isProviderCode(code: string): code is ProviderErrorCode {
  return (providerErrorCodes as readonly string[]).includes(code);
}

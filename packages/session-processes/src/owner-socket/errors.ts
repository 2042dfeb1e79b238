import { describeError, SkeinError } from "@skein/protocol";
import type { SentError } from "./messages.ts";

export function sentError(error: unknown): SentError {
  return { name: SkeinError.is(error) ? error.name : "Error", ...describeError(error) };
}

/** The error that the owner threw, of the class that it had there. */
export function receivedError({ name, code, message, hint, nextStep }: SentError): SkeinError {
  const error = new SkeinError(code, message, { ...(hint === undefined ? {} : { hint }), nextStep });
  return Object.defineProperty(error, "name", { value: name });
}

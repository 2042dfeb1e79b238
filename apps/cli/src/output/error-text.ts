import type { OutcomeError } from "@skein/protocol";
import { loadUserRedactor } from "../later.ts";
import { saidError } from "../wording/next-step.ts";

/**
 * Opens the one way from an error to what the command prints of it: its text, its next step, and no secret. Providers,
 * servers and parsers quote the key that they refuse.
 *
 * @param complete - what to add to the text before secrets are hidden. Default: nothing.
 */
export async function openErrorText(
  complete: (said: OutcomeError, error: unknown) => OutcomeError = (said) => said,
): Promise<(error: unknown) => OutcomeError> {
  const { openRedaction } = await loadUserRedactor();
  const redact = await openRedaction();
  return (error) => redact(complete(saidError(error), error));
}

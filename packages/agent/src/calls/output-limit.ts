import type { ToolContext } from "@skein/protocol";

/** A twentieth of the context window, at four bytes per token. */
const bytesPerWindowToken = 4 / 20;
const minBytes = 4_096;
const maxBytes = 51_200;

/**
 * The size limit of one tool result, by the model's context window; empty when the window is unknown.
 *
 * @param window - in tokens.
 */
export function outputLimit(window: number | undefined): Pick<ToolContext, "outputBytes"> {
  if (window === undefined) return {};
  return { outputBytes: Math.min(maxBytes, Math.max(minBytes, Math.floor(window * bytesPerWindowToken))) };
}

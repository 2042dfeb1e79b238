import type { ToolContext } from "@skein/protocol";

/** A twentieth of the window, at four bytes a token. */
const bytesPerWindowToken = 4 / 20;
const fewest = 4_096;
const most = 51_200;

/**
 * How much of a model's window one result may take; nothing is said where the window is unknown.
 *
 * @param window - tokens.
 */
export function outputLimit(window: number | undefined): Pick<ToolContext, "outputBytes"> {
  if (window === undefined) return {};
  return { outputBytes: Math.min(most, Math.max(fewest, Math.floor(window * bytesPerWindowToken))) };
}

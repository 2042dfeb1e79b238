import { messageOf, type Extension, type ModelRequest } from "@skein/protocol";
import { usedTokens } from "./context-size.ts";
import type { RunScope } from "./scope.ts";

/** UTF-8, of one extension. */
const maxBytes = 4_096;

/** What changes from turn to turn: the agent's own facts, then those of each extension. */
export function turnFacts(
  { parts, log }: Pick<RunScope, "parts" | "log">,
  told: Pick<ModelRequest, "system" | "tools" | "messages">,
  turn: number,
): string {
  const window = log.windowOf(parts.model);
  const own = parts.facts({
    turn,
    now: parts.clock.now(),
    cwd: parts.cwd,
    contextTokens: usedTokens(log, told),
    ...(window === undefined ? {} : { window }),
  });
  const others = parts.extensions.map((extension) =>
    // Hidden before it is clipped: half a secret is not found any more.
    clip(parts.hide(factsOf(extension, log.stateOf(extension.name)))),
  );
  return [parts.hide(own), ...others].filter((text) => text !== "").join("\n\n");
}

/** A defect of an extension does not end the run. */
function factsOf(extension: Extension, state: ReturnType<RunScope["log"]["stateOf"]>): string {
  try {
    return extension.facts?.(state) ?? "";
  } catch (error) {
    return `(What ${extension.name} has to say now is missing: ${messageOf(error)})`;
  }
}

function clip(text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return `${text.slice(0, read)}\n… (clipped: ${maxBytes} of ${bytes} bytes)`;
}

import { messageOf, type ContextSection, type Extension, type ModelRequest } from "@skein/protocol";
import { usedTokens } from "./context-size.ts";
import type { SessionLog } from "../session/session-log.ts";
import type { RunNeeds } from "../loop/run-scope.ts";

export type DynamicContextNeeds = RunNeeds<
  "id" | "state" | "log",
  "dynamicContext" | "clock" | "cwd" | "extensions" | "redact"
>;

/** UTF-8, of one extension. */
const maxBytes = 4_096;

/**
 * Tells the model what it is kept up to date on: what has changed since it was told, and all of it when it cannot be
 * sure to have that before it any more. Written before each request, beside the user's message or the last tool result.
 */
export async function writeDynamicContext(
  scope: DynamicContextNeeds,
  { system, tools }: Pick<ModelRequest, "system" | "tools">,
): Promise<void> {
  const { id, log } = scope;
  const messages = log.transcript.messages();
  const last = messages.at(-1)?.role;
  if (last !== "user" && last !== "tool") return;
  const told = toldSections(log);
  const sections = sectionsNow(scope, { system, tools, messages }).filter(({ name, text }) => {
    const before = told.get(name) ?? "";
    return log.isContextStale() ? text !== "" || before !== "" : text !== before;
  });
  if (sections.length > 0) await log.write(id, { kind: "dynamic-context", sections });
}

/** What the model still sees of it, by the names of sections. */
function toldSections({ transcript }: SessionLog): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  for (const entry of transcript.entries())
    if (entry.kind === "dynamic-context") for (const { name, text } of entry.sections) told.set(name, text);
  return told;
}

/** The agent's own sections, then one of each extension that has something to say. */
function sectionsNow(
  { parts, state, log }: DynamicContextNeeds,
  told: Pick<ModelRequest, "system" | "tools" | "messages">,
): readonly ContextSection[] {
  const window = log.windowOf(state.model);
  const own = parts.dynamicContext({
    now: parts.clock.now(),
    cwd: parts.cwd,
    contextTokens: usedTokens(log, told),
    ...(window === undefined ? {} : { window }),
  });
  const others = parts.extensions
    .filter((extension) => "dynamicContext" in extension)
    .map((extension) => ({
      name: extension.name,
      // Redacted before it is clipped: half a secret is not found any more.
      text: clip(parts.redact(textOf(extension, log.stateOf(extension.name)))),
    }));
  return [...parts.redact(own), ...others];
}

/** A defect of an extension does not end the run. */
function textOf(extension: Extension, state: ReturnType<SessionLog["stateOf"]>): string {
  try {
    return extension.dynamicContext?.(state) ?? "";
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

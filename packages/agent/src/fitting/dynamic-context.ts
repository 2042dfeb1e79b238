import { messageOf, type ContextSection, type Extension, type ModelRequest } from "@skein/protocol";
import { usedTokens } from "../context/context-size.ts";
import type { SessionLog } from "../session/session-log.ts";
import type { RunNeeds } from "../run/run-scope.ts";

export type DynamicContextNeeds = RunNeeds<
  "id" | "state" | "log" | "hookContext",
  "dynamicContext" | "clock" | "cwd" | "extensions" | "redact"
>;

/** UTF-8 bytes per extension that asks for no more. */
const usualBytes = 4_096;

/**
 * Writes the dynamic context before each request, next to the user's message or the last tool result: the
 * sections that changed, or all of them when earlier ones may no longer be visible.
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
  sections.push(...joined(scope.hookContext.splice(0)).filter(({ name, text }) => text !== told.get(name)));
  if (sections.length > 0) await log.write(id, { kind: "dynamic-context", sections });
}

/** One section for each name. */
function joined(said: readonly ContextSection[]): readonly ContextSection[] {
  return [...Map.groupBy(said, ({ name }) => name)].map(([name, sections]) => ({
    name,
    text: sections.map(({ text }) => text).join("\n"),
  }));
}

/** Sections that the model still sees, by name. */
function toldSections({ transcript }: SessionLog): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  for (const entry of transcript.entries())
    if (entry.kind === "dynamic-context") for (const { name, text } of entry.sections) told.set(name, text);
  return told;
}

/** The agent's own sections, then one for each extension with dynamic context. */
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
      // Redact before clipping: redaction cannot recognize half a secret.
      text: clip(
        parts.redact(readContext(extension, log.stateOf(extension.name))),
        extension.dynamicContextBytes ?? usualBytes,
      ),
    }));
  return [...parts.redact(own), ...others];
}

/** An extension that throws does not end the run. */
function readContext(extension: Extension, state: ReturnType<SessionLog["stateOf"]>): string {
  try {
    return extension.dynamicContext?.(state) ?? "";
  } catch (error) {
    return `(The context of ${extension.name} is missing: ${messageOf(error)})`;
  }
}

function clip(text: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return `${text.slice(0, read)}\n… (clipped: ${maxBytes} of ${bytes} bytes)`;
}

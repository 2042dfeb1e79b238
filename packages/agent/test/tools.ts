import type {
  AssistantPart,
  Entry,
  JournalStore,
  JsonValue,
  Tool,
  ToolCall,
  ToolContext,
  ToolOutcome,
} from "@skein/protocol";

type Run = (input: JsonValue, context: ToolContext) => ToolOutcome | string | Promise<ToolOutcome | string>;

/** A tool that takes anything; what a test does not care about has a default. */
export function tool(name: string, run: Run, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: name,
    inputSchema: { type: "object" },
    effect: "reads",
    repeat: "once",
    check: (value) => ({ ok: true, value }),
    async call(value, context) {
      const outcome = await run(value as JsonValue, context);
      return typeof outcome === "string" ? { content: [{ type: "text", text: outcome }] } : outcome;
    },
    ...more,
  };
}

export function call(id: string, name: string, input: JsonValue = {}): ToolCall {
  return { type: "tool-call", id, name, input };
}

export function text(words: string): AssistantPart {
  return { type: "text", text: words };
}

/** Ends when its call is told to stop, or with `ms`. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("stopped"));
    });
  });
}

export async function entriesOf(journal: JournalStore, session = "s"): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of journal.read(session)) entries.push(entry);
  return entries;
}

import {
  createCompaction,
  estimateTokens,
  tokenSections,
  usedTokens,
  type TokenSection,
} from "@skein/compaction";
import {
  builtinNames,
  createTranscript,
  extractText,
  oneLine,
  type ContextView,
  type Entry,
  type MeasuredCall,
  type Message,
  type ModelLimits,
  type ToolContentPart,
} from "@skein/protocol";
import { builtinTools } from "../extensions/builtin-tools.ts";
import type { SentContext } from "./sent-context.ts";

export interface ContextSizesOptions {
  /** The whole journal. */
  readonly entries: readonly Entry[];
  /** The context that would be sent now. */
  readonly sent: SentContext;
  readonly model: { readonly provider: string; readonly id: string; readonly limits: ModelLimits };
  /** Fraction of the context window at which compaction starts; `undefined`: never by itself. */
  readonly compactAt: number | undefined;
  /** Texts of the files with notes, which are counted separately from the rest of the system prompt. */
  readonly hints?: readonly string[];
}

/** How a model's context window is used, in tokens. */
export interface ContextSizes {
  readonly used: number;
  /** Whether the last call reported its usage; otherwise everything is an estimate. */
  readonly isMeasured: boolean;
  /** `undefined` when unknown. */
  readonly window: number | undefined;
  /** Compaction starts here. */
  readonly threshold: number | undefined;
  readonly sections: readonly TokenSection[];
  /** Of the conversation, largest first. */
  readonly biggest: readonly BigItem[];
  /** What compaction would do now without a model; `undefined`: nothing. */
  readonly next: { readonly hides: number; readonly shortens: number; readonly after: number } | undefined;
}

export interface BigItem {
  readonly seq: number;
  /** `result of shell`, `user`, … */
  readonly what: string;
  readonly tokens: number;
  /** The beginning of its text. */
  readonly text: string;
}

const mostItems = 5;

/** Measures the context that would be sent now. Makes no request and changes nothing. */
export async function contextSizes(
  options: ContextSizesOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<ContextSizes> {
  const { entries, sent, compactAt, hints = [] } = options;
  const view = viewOf(options);
  const { system } = view.request;
  const extensions = await extensionsOf(entries);
  const sections = tokenSections(view, {
    hints: hints.filter((hint) => hint !== "" && system.includes(hint)).join("\n"),
    extensionOf: (tool) => extensions.get(tool) ?? tool,
  });
  const { window } = view;
  const used = sections.length === 0 ? 0 : usedTokens(view); // sections are rounded, each by itself
  return {
    used,
    isMeasured: view.measured !== undefined,
    window,
    threshold: window === undefined || !compactAt ? undefined : Math.floor(window * compactAt),
    sections,
    biggest: biggestOf(view.entries, used / Math.max(1, estimateTokens(view.request))),
    next: sent.messages.length === 0 ? undefined : await nextOf(view, signal),
  };
}

function viewOf({ entries, sent, model }: ContextSizesOptions): ContextView {
  const { system = "", tools = [], messages } = sent;
  const learned = entries.flatMap((entry) =>
    entry.kind === "settings" && entry.provider === model.provider && entry.model === model.id
      ? (entry.contextTokens ?? [])
      : [],
  );
  const windows = [model.limits.contextTokens, ...learned].filter((tokens) => tokens !== undefined);
  const noModel = new Error("No model is called here.");
  return {
    cause: "asked",
    overflows: 0,
    request: { system, tools, messages, options: {} },
    model: {
      ...model,
      // oxlint-disable-next-line require-yield -- it is never called
      stream: async function* () {
        throw noModel;
      },
    },
    window: windows.length === 0 ? undefined : Math.min(...windows),
    measured: measuredIn(entries),
    entries: createTranscript(entries).entries(),
    async *read(from = 1, kinds) {
      for (const entry of entries)
        if (entry.seq >= from && (kinds?.includes(entry.kind) ?? true)) yield entry;
    },
    ask: () => Promise.reject(noModel),
  };
}

/** Usage of the last call, unless the history was changed since. */
function measuredIn(entries: readonly Entry[]): MeasuredCall | undefined {
  const turns = new Set<number>();
  let measured: MeasuredCall | undefined;
  for (const entry of entries) {
    if (entry.kind === "model-request" && entry.purpose === "turn") turns.add(entry.seq);
    if (["compaction", "elision", "rewind"].includes(entry.kind)) measured = undefined;
    if (entry.kind !== "model-result" || !turns.has(entry.request)) continue;
    const { input, cacheRead = 0, cacheWrite = 0, output } = entry.usage;
    if (input === undefined || output === undefined || input + cacheRead + cacheWrite === 0) continue;
    measured = {
      request: entry.request,
      inputTokens: input + cacheRead + cacheWrite,
      outputTokens: output,
    };
  }
  return measured;
}

/** The extension of each tool, from recorded calls and the built-in extensions. */
async function extensionsOf(entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const settings = entries.findLast((entry) => entry.kind === "settings");
  const builtins = builtinNames.filter((name) => settings?.extensions.includes(name));
  for (const { name, extension } of await builtinTools(builtins)) found.set(name, extension);
  for (const entry of entries) if (entry.kind === "tool-intent") found.set(entry.tool, entry.extension);
  return found;
}

/** @param scale - real tokens per estimated one. */
function biggestOf(seen: readonly Entry[], scale: number): readonly BigItem[] {
  const short = new Map<number, readonly ToolContentPart[]>();
  for (const entry of seen)
    if (entry.kind === "elision") for (const { seq, content } of entry.results) short.set(seq, content);
  return seen
    .flatMap((entry) => itemOf(entry, short) ?? [])
    .toSorted((one, other) => other.tokens - one.tokens)
    .slice(0, mostItems)
    .map((item) => ({ ...item, tokens: Math.round(item.tokens * scale) }));
}

function itemOf(entry: Entry, short: ReadonlyMap<number, readonly ToolContentPart[]>): BigItem | undefined {
  const { seq } = entry;
  const item = (what: string, message: Message, text: string): BigItem => {
    const request = { system: "", tools: [], messages: [message], options: {} };
    return {
      seq,
      what,
      tokens: estimateTokens(request),
      text: oneLine(text).slice(0, 80),
    };
  };
  switch (entry.kind) {
    case "user-message":
      return item(
        "user",
        { role: "user", content: entry.content, from: entry.from },
        extractText(entry.content),
      );
    case "assistant-message":
      return item("assistant", { role: "assistant", content: entry.content }, extractText(entry.content));
    case "tool-result": {
      const content = short.get(seq) ?? entry.content;
      const { callId, name } = entry;
      const part = { type: "tool-result", callId, name, content } as const;
      return item(`result of ${name}`, { role: "tool", content: [part] }, extractText(content));
    }
    case "compaction": {
      const content = [{ type: "text", text: entry.summary }] as const;
      return item("summary", { role: "user", from: "agent", content }, entry.summary);
    }
    default:
      return undefined;
  }
}

async function nextOf(view: ContextView, signal: AbortSignal): Promise<ContextSizes["next"]> {
  const plan = await createCompaction({ strategy: "truncate" }).plan(view, signal);
  if (plan.entries.length === 0) return undefined;
  let [hides, shortens] = [0, 0];
  for (const entry of plan.entries) {
    if (entry.kind === "elision") shortens += entry.results.length;
    else hides += Number(entry.receipt["messages"] ?? 0);
  }
  return { hides, shortens, after: plan.after ?? 0 };
}

import {
  isBroken,
  type AssistantPart,
  type AttemptEvent,
  type Entry,
  type EntryOf,
  type ModelEvent,
  type DeltaType,
} from "@skein/protocol";

type AssistantEntry = EntryOf<"assistant-message">;

/** One recorded reply. */
export interface RecordedReply {
  readonly request: EntryOf<"model-request">;
  readonly result: EntryOf<"model-result"> | undefined;
  /** Content of abandoned attempts. */
  readonly restarted: readonly AssistantEntry[];
  /** Complete, or cut off. */
  readonly message: AssistantEntry | undefined;
  /** The context window, if a refusal for the length reported a new one. */
  readonly contextTokens: number | undefined;
  /** The last draft, when the process ended during the reply. */
  readonly draft: EntryOf<"reply-draft"> | undefined;
}

/** The replies for one purpose, in the order of their requests. */
export function recordedReplies(
  entries: readonly Entry[],
  purpose: EntryOf<"model-request">["purpose"],
): readonly RecordedReply[] {
  const about = new Map<number, Entry[]>();
  for (const entry of entries) {
    if (!("request" in entry)) continue;
    const found = about.get(entry.request);
    if (found) found.push(entry);
    else about.set(entry.request, [entry]);
  }
  const windows = entries.filter((entry) => entry.kind === "settings" && entry.contextTokens !== undefined);
  // A learned window is written together with the failure, after it and the partial reply.
  const windowAfter = (end: number) =>
    (windows.find(({ seq }) => seq > end && seq <= end + 2) as EntryOf<"settings"> | undefined)
      ?.contextTokens;
  return entries.flatMap((request) => {
    if (request.kind !== "model-request" || request.purpose !== purpose) return [];
    const found = about.get(request.seq) ?? [];
    const messages = found.filter((entry) => entry.kind === "assistant-message");
    const last = found.at(-1);
    const result = found.find((entry) => entry.kind === "model-result");
    return [
      {
        request,
        result,
        contextTokens: result?.error && windowAfter(result.seq),
        restarted: messages.filter((entry) => entry.partial === "restarted"),
        message: messages.find((entry) => entry.partial !== "restarted"),
        draft: last?.kind === "reply-draft" ? last : undefined,
      },
    ];
  });
}

/** The events, except the last, that produce this recording. Retry waits take no time. */
export function* eventsBefore(reply: RecordedReply): Generator<AttemptEvent> {
  const { request, result, restarted, message, draft } = reply;
  const attempts = Math.max(result?.attempts ?? 1, restarted.length + 1);
  // The journal does not tell which attempts streamed content: assume the last ones.
  const silent = attempts - 1 - restarted.length;
  for (let attempt = 1; attempt < attempts; attempt++) {
    const partial = restarted[attempt - 1 - silent];
    if (partial) yield* begun(request.model, partial.content);
    if (attempt < (result?.attempts ?? attempts))
      yield { type: "retry-wait", ms: 0, reason: "recorded", attempt };
    if (partial) yield { type: "reply-restarted", attempt: attempt + 1, reason: "recorded" };
  }
  if (result && (result.provider !== request.provider || result.model !== request.model)) {
    const { provider, model } = result;
    yield { type: "model-switched", provider, model, reason: "recorded" };
  }
  const content = message?.content ?? draft?.content ?? [];
  if (result?.error && content.length === 0 && result.requestId === undefined) return;
  yield* begun(result?.model ?? request.model, content, result?.requestId);
}

function* begun(
  modelId: string,
  content: readonly AssistantPart[],
  requestId?: string,
): Generator<ModelEvent> {
  yield { type: "message-start", modelId, ...(requestId === undefined ? {} : { requestId }) };
  for (const [part, whole] of content.entries()) {
    const name = whole.type === "tool-call" ? { name: whole.name } : {};
    yield { type: "part-start", part, kind: whole.type, ...name };
    const delta = deltaOf(whole);
    if (delta) yield { ...delta, part };
    yield { type: "part-end", part, content: whole };
  }
}

type Delta = { readonly type: DeltaType; readonly delta: string };

function deltaOf(part: AssistantPart): Delta | undefined {
  switch (part.type) {
    case "text":
      return part.text === "" ? undefined : { type: "text-delta", delta: part.text };
    case "thinking":
      return part.text === "" ? undefined : { type: "thinking-delta", delta: part.text };
    case "tool-call":
      return { type: "input-delta", delta: isBroken(part) ? part.raw : JSON.stringify(part.input) };
    case "opaque":
      return undefined;
  }
}

/** The last event of a complete reply; `undefined` for an incomplete one. */
export function endOf({ result, message }: RecordedReply): AttemptEvent | undefined {
  if (!result || message?.stop === undefined) return undefined;
  const { usage, rawUsage } = result;
  const { stop, rawStop = stop } = message;
  return { type: "message-end", stop, rawStop, usage, ...(rawUsage === undefined ? {} : { rawUsage }) };
}

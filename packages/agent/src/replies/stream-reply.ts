import { effortWord, type AttemptModel, type ProviderError } from "@skein/protocol";
import { buildRequest } from "../fitting/build-request.ts";
import { writeDynamicContext, type DynamicContextNeeds } from "../fitting/dynamic-context.ts";
import { fitContext } from "../fitting/fit-context.ts";
import { maxOverflows, noWayToFit, tooLong } from "../fitting/overflow.ts";
import type { FirstReply } from "../run/run.ts";
import type { RunNeeds } from "../run/run-scope.ts";
import type { Reply } from "../run/reply.ts";
import { givenReply } from "./given-reply.ts";
import { sendRequest, type RefusedRequest, type RequestNeeds } from "./send-request.ts";

export type ReplyNeeds = RequestNeeds &
  DynamicContextNeeds &
  RunNeeds<"context", "compaction" | "auxiliaryIdleMs" | "hooks" | "session">;

/**
 * Streams a response after compaction has checked the request. A request that is refused for its length is
 * compacted and sent again.
 *
 * @param given - the reply, when no model is to be asked for it.
 */
export async function streamReply(scope: ReplyNeeds, given?: FirstReply): Promise<Reply> {
  const { id, parts, state, log, tally, emit, signal } = scope;
  const build = () => buildRequest(scope, scope.context.current().blob);
  const tell = (text: string) => emit({ type: "notice", level: "info", text });
  const fitting = { run: id, parts, state, log, tally, emit, tell, build, signal };
  emitRewindBreak(scope);
  let model: AttemptModel | undefined;
  /** Fits the request to the model, and again if another model is chosen meanwhile. */
  const prepare = async (): Promise<AttemptModel> => {
    while (model !== state.model) {
      model = state.model;
      emitSwitchBreak(scope, model);
      await fitContext(fitting, { cause: "before-call", overflows: 0 });
      // After compaction, which may have hidden earlier dynamic context.
      await writeDynamicContext(scope, scope.context.current().blob);
    }
    return model;
  };
  const ask = async (): Promise<Reply | RefusedRequest> => {
    for (;;) {
      const chosen = await prepare();
      emitEffortBreak(scope, chosen);
      const reply = await sendRequest(scope, given ? givenReply(chosen, given) : chosen, build());
      if (reply === "outdated") continue;
      if (!("refused" in reply) || reply.refused.code === "context-overflow") return reply;
      await leaveOutRefused(scope, reply.refused, chosen.provider);
    }
  };
  for (let overflows = 1; ; overflows++) {
    if (overflows > 1) await writeDynamicContext(scope, scope.context.current().blob);
    const reply = await ask();
    if (!("refused" in reply)) return reply;
    if (!parts.compaction) throw reply.refused;
    if (overflows > maxOverflows) throw noWayToFit(reply.refused);
    emit({ type: "notice", level: "warning", text: tooLong(log.windowOf(state.model), overflows) });
    if (!(await fitContext(fitting, { cause: "overflow", overflows }))) throw noWayToFit(reply.refused);
  }
}

/** Continues without the tools that a provider has rejected. Throws the error if none of them can be left out. */
async function leaveOutRefused(
  { context, emit }: RunNeeds<"context" | "emit">,
  error: ProviderError,
  provider: string,
): Promise<void> {
  const names = await context.leaveOut({ names: error.refusedTools, provider, by: error.provider });
  if (names.length === 0) throw error;
  const tools = names.length === 1 ? `the tool ${names[0]}, which is` : `these tools, which are`;
  const list = names.length === 1 ? "" : ` (${names.join(", ")})`;
  emit({
    type: "notice",
    level: "warning",
    text: `${error.provider} rejected ${tools} left out of this session${list}. ${error.message}`,
  });
}

/**
 * After a rewind the request no longer extends the last one; only the part before the rewind is still cached.
 */
function emitRewindBreak({ log, emit }: RunNeeds<"log" | "emit">): void {
  const rewound = log.rewoundAt();
  if (rewound !== undefined && rewound > (log.lastAsked()?.seq ?? Infinity))
    emit({ type: "cache-break", reason: "The conversation was rewound." });
}

/** A prompt cache belongs to one model. */
function emitSwitchBreak({ log, context }: RunNeeds<"log" | "context">, model: AttemptModel): void {
  const before = log.lastAsked();
  if (!before) return;
  if (before.provider === model.provider && before.model === model.id) return;
  const old = `${before.provider}/${before.model}`;
  context.emitCacheBreak(`The model was ${old} and is ${model.provider}/${model.id} now.`);
}

/**
 * Vendors may render the effort before the conversation, or keep a cache for each. Where that is unknown, so is how much
 * is lost.
 */
function emitEffortBreak(
  { log, state, context, emit }: RunNeeds<"log" | "state" | "context" | "emit">,
  model: AttemptModel,
): void {
  const before = log.lastAsked();
  if (!before || before.provider !== model.provider || before.model !== model.id) return;
  const [old, now] = [before.options.effort, state.options.effort];
  if (old === now || model.effort?.keepsCache) return;
  const reason = `The effort was ${effortWord(old)} and is ${effortWord(now)} now.`;
  if (model.effort?.keepsCache === false) context.emitCacheBreak(reason);
  else emit({ type: "cache-break", reason });
}

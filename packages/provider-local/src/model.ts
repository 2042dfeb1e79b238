import type { AttemptEvent, ChatModel, ModelEvent, ModelLimits, ModelRequest } from "@skein/protocol";
import { effortNotice, tuningNotices, withToolShim, type LiveModel, type Owner } from "@skein/provider-kit";
import { chatTemplate, type Engine } from "./engine/engine.ts";
import { streamReply } from "./reply/stream-reply.ts";
import { switchesThinking } from "./request/prompt.ts";

const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } as const;

/** @param connected - called for each request; returns the same engine. */
export function localModel(
  owner: Owner,
  notice: (text: string) => void,
  connected: () => Promise<Engine>,
): LiveModel {
  const limits: ModelLimits = { images: false, pdfs: false };
  const facts = { provider: owner.provider, id: owner.model, limits, price: free };

  /** @param written - the request, its tools and calls as text. */
  async function* stream(
    written: ModelRequest,
    tools: ModelRequest["tools"],
    signal: AbortSignal,
    alive: () => void,
  ): AsyncGenerator<ModelEvent> {
    const open = await (await connected()).open(owner);
    signal.throwIfAborted();
    // Known once the model is loaded: whoever holds the object reads it then.
    Object.assign(limits, { contextTokens: open.context.contextSize });
    for (const text of notices(written, owner, chatTemplate(open))) notice(text);
    const leave = await open.turns.enter(signal);
    try {
      yield* streamReply(open, { request: written, tools, owner }, signal, alive);
    } finally {
      leave();
    }
  }

  return {
    ...facts,
    thinking: () => ({ budgetTokens: 0, isHidden: false }),
    stream(request, signal, alive = () => undefined) {
      const tools = request.options.toolChoice === "none" ? [] : request.tools;
      const inner: ChatModel = {
        ...facts,
        stream: (written, innerSignal) => stream(written, tools, innerSignal, alive),
      };
      return ofOneAttempt(withToolShim(inner).stream({ ...request, tools }, signal));
    },
  };
}

/** What users should know of options that are not obeyed. */
function notices(
  { options }: ModelRequest,
  { model }: Owner,
  template: string | undefined,
): readonly string[] {
  const sent = !switchesThinking(template) ? undefined : options.effort === "none" ? "off" : "on";
  const effort = effortNotice(model, options.effort, sent);
  const body = options.body === undefined ? [] : [`${model} takes no fields of a body: they are not sent.`];
  return [
    ...(effort === undefined ? [] : [effort]),
    ...body,
    ...tuningNotices(model, options, ["toolChoice", "parallelTools"]),
  ];
}

/** Drops events of a retry layer, which the shim could pass on: here is a single attempt. */
async function* ofOneAttempt(events: AsyncIterable<AttemptEvent>): AsyncGenerator<ModelEvent> {
  for await (const event of events)
    if (event.type !== "retry-wait" && event.type !== "reply-restarted" && event.type !== "model-switched")
      yield event;
}

import {
  methods,
  type ContentBlock,
  type PromptRequest,
  type PromptResponse,
} from "@agentclientprotocol/sdk";
import type { ModelEvent, ToolResultPart, Usage } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";
import { agentError, type AgentName } from "../errors.ts";
import { collectActions } from "../reply/actions.ts";
import { createDecoder } from "../reply/decode.ts";
import { stopOf } from "../reply/stop.ts";
import { collectHappenings, type WaitingCall } from "./happenings.ts";
import type { AgentCall } from "./session-client.ts";
import type { Agent } from "./start-agent.ts";

export interface ConversationParts {
  readonly agent: Agent;
  readonly sessionId: string;
  readonly owner: Owner;
  readonly name: AgentName;
  /** Called once: it was closed, or the agent has gone. */
  readonly onEnd: () => void;
}

/** What the next request brings. */
export interface Continuation {
  /** Results of the calls that the agent waits for. */
  readonly results: readonly ToolResultPart[];
  /** Empty: the agent continues with the prompt it has. */
  readonly prompt: readonly ContentBlock[];
  /** The user has said something else instead of answering: what the agent was at is cancelled. */
  readonly isNewTurn: boolean;
}

/** One session of an agent. A prompt of it may take several of our replies: each of its calls ends one. */
export type Conversation = ReturnType<typeof openConversation>;

/** Calls that come together are made together. */
const togetherMs = 20;
/** For the end of a turn that was cancelled. */
const cancelMs = 10_000;

export function openConversation({ agent, sessionId, owner, name, onEnd }: ConversationParts) {
  const happenings = collectHappenings();
  let actions = collectActions();
  /** Calls that the agent waits for, and of those the ones that a reply has told of. */
  const waiting = new Map<string, WaitingCall>();
  const told = new Set<string>();
  let [isPrompting, isCancelled, isBroken] = [false, false, false];
  const onGone = (): void => {
    happenings.add({ type: "failed", error: agent.gone.reason });
    onEnd();
  };
  agent.gone.addEventListener("abort", onGone, { once: true });

  function prompt(blocks: readonly ContentBlock[]): void {
    [isPrompting, isCancelled] = [true, false];
    const params: PromptRequest = { sessionId, prompt: [...blocks] };
    agent.context.request(methods.agent.session.prompt, params).then(
      (response) => happenings.add({ type: "end", response }),
      (error: unknown) => happenings.add({ type: "failed", error }),
    );
  }

  function cancel(): void {
    if (!isPrompting || isCancelled) return;
    isCancelled = true;
    for (const id of waiting.keys()) settle(id);
    agent.context.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
  }

  /** Without a result the call is not made. */
  function settle(id: string, result?: ToolResultPart): void {
    waiting.get(id)?.settle(result);
    waiting.delete(id);
    told.delete(id);
  }

  /** What a cancelled turn still says is not part of a reply. */
  async function finishCancelled(signal: AbortSignal): Promise<void> {
    if (!isCancelled) return;
    while (isPrompting) {
      const next = await happenings.next(signal, cancelMs);
      if (!next)
        throw agentError("stalled", name, `${name.command} did not end its turn when it was cancelled.`);
      if (next.type === "failed" && agent.gone.aborted) throw next.error;
      if (next.type === "end" || next.type === "failed") isPrompting = false;
    }
    actions = collectActions();
  }

  async function* turn(
    next: Continuation,
    signal: AbortSignal,
    alive: () => void,
  ): AsyncGenerator<ModelEvent> {
    const calls: WaitingCall[] = [];
    let [out, blocks]: [ModelEvent[], readonly ContentBlock[]] = [[], next.prompt];
    for (const id of told)
      settle(
        id,
        next.results.find(({ callId }) => callId === id),
      );
    if (next.isNewTurn || next.results.some(({ failure }) => failure === "interrupted")) cancel();
    await finishCancelled(signal);
    const decoder = createDecoder({ ...owner, session: sessionId }, actions);
    yield { type: "message-start", modelId: owner.model };
    for (;;) {
      if (!isPrompting) {
        prompt(blocks);
        blocks = [];
      }
      const happening = await happenings.next(signal, calls.length > 0 ? togetherMs : undefined);
      alive();
      switch (happening?.type) {
        case "update":
          decoder.take(happening.update, out);
          yield* out.splice(0);
          break;
        case "call":
          if (waiting.has(happening.call.id)) calls.push(happening.call);
          break;
        case "failed":
          throw await agent.failureOf(happening.error);
        case "end":
          isPrompting = false;
          for (const { id } of calls.splice(0)) settle(id);
          if (blocks.length > 0) break; // what the user has added meanwhile
          decoder.close(out);
          yield* out;
          yield endOf(happening.response);
          return;
        case undefined:
          decoder.close(out);
          for (const call of calls) {
            told.add(call.id);
            decoder.call(call, out);
          }
          yield* out;
          yield { type: "message-end", stop: "tool-calls", rawStop: "request", usage: {} };
          return;
      }
    }
  }

  return {
    sessionId,
    /** The agent waits for the results of calls. */
    isWaiting: () => waiting.size > 0,
    /** It cannot be continued. */
    isBroken: () => isBroken || agent.gone.aborted,
    makeCall: (call: AgentCall): Promise<ToolResultPart | undefined> =>
      new Promise((resolve) => {
        if (!isPrompting || isCancelled) return resolve(undefined);
        const wanted = { ...call, id: crypto.randomUUID(), settle: resolve };
        waiting.set(wanted.id, wanted);
        happenings.add({ type: "call", call: wanted });
      }),
    update: (update: Extract<Parameters<typeof happenings.add>[0], { type: "update" }>["update"]): void =>
      happenings.add({ type: "update", update }),
    /** One reply. Leaving it early cancels the agent's turn. */
    async *reply(next: Continuation, signal: AbortSignal, alive: () => void): AsyncGenerator<ModelEvent> {
      let hasEnded = false;
      try {
        for await (const event of turn(next, signal, alive)) {
          hasEnded ||= event.type === "message-end";
          yield event;
        }
      } catch (error) {
        isBroken = !signal.aborted;
        throw error;
      } finally {
        if (!hasEnded) cancel();
      }
    },
    close(): void {
      if (agent.gone.aborted) return;
      cancel();
      agent.gone.removeEventListener("abort", onGone);
      onEnd();
      agent.clients.delete(sessionId);
      if (!agent.facts.agentCapabilities?.sessionCapabilities?.close) return;
      agent.context.request(methods.agent.session.close, { sessionId }).catch(() => undefined);
    },
  };
}

function endOf(response: PromptResponse): ModelEvent {
  const { stopReason } = response;
  return { type: "message-end", stop: stopOf(stopReason), rawStop: stopReason, ...countedIn(response) };
}

/** Agents may count what a turn has used; the protocol does not say so yet, and many do not. */
function countedIn(response: PromptResponse): { readonly usage: Usage } {
  const { usage } = response as { readonly usage?: Readonly<Record<string, unknown>> | null };
  const count = (field: string) => {
    const value = usage?.[field];
    return typeof value === "number" && value >= 0 ? value : undefined;
  };
  const counters = {
    input: count("inputTokens"),
    output: count("outputTokens"),
    cacheRead: count("cachedReadTokens"),
    cacheWrite: count("cachedWriteTokens"),
    reasoning: count("thoughtTokens"),
  };
  return {
    usage: Object.fromEntries(Object.entries(counters).filter(([, value]) => value !== undefined)) as Usage,
  };
}

import { methods, type ContentBlock, type PromptResponse } from "@agentclientprotocol/sdk";
import type { ModelEvent, ToolResultPart, Usage } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";
import type { AgentName } from "../errors.ts";
import { collectActions } from "../reply/actions.ts";
import { createDecoder } from "../reply/decode.ts";
import { stopOf } from "../reply/stop.ts";
import { agentPrompt } from "./agent-prompt.ts";
import { collectHappenings, type WaitingCall } from "./happenings.ts";
import type { AgentCall } from "./session-client.ts";
import type { Agent } from "./start-agent.ts";
import { waitingCalls } from "./waiting-calls.ts";

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

export function openConversation({ agent, sessionId, owner, name, onEnd }: ConversationParts) {
  const happenings = collectHappenings();
  let actions = collectActions();
  const waiting = waitingCalls();
  const turn = agentPrompt({ agent, sessionId, name, happenings });
  let isBroken = false;
  const onGone = (): void => {
    happenings.add({ type: "failed", error: agent.gone.reason });
    onEnd();
  };
  agent.gone.addEventListener("abort", onGone, { once: true });

  function cancel(): void {
    if (!turn.isWanted()) return;
    waiting.settleAll();
    turn.cancel();
  }

  async function* events(
    next: Continuation,
    signal: AbortSignal,
    alive: () => void,
  ): AsyncGenerator<ModelEvent> {
    const calls: WaitingCall[] = [];
    let [out, blocks]: [ModelEvent[], readonly ContentBlock[]] = [[], next.prompt];
    waiting.settleTold(next.results);
    if (next.isNewTurn || next.results.some(({ failure }) => failure === "interrupted")) cancel();
    if (await turn.finishCancelled(signal)) actions = collectActions();
    const decoder = createDecoder({ ...owner, session: sessionId }, actions);
    yield { type: "message-start", modelId: owner.model };
    for (;;) {
      if (!turn.isOn()) {
        turn.send(blocks);
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
          turn.end();
          for (const { id } of calls.splice(0)) waiting.settle(id);
          if (blocks.length > 0) break; // what the user has added meanwhile
          decoder.close(out);
          yield* out;
          yield endOf(happening.response);
          return;
        case undefined:
          decoder.close(out);
          for (const call of calls) {
            waiting.tell(call.id);
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
    isWaiting: () => !waiting.isEmpty(),
    /** It cannot be continued. */
    isBroken: () => isBroken || agent.gone.aborted,
    makeCall: (call: AgentCall): Promise<ToolResultPart | undefined> =>
      new Promise((resolve) => {
        if (!turn.isWanted()) return resolve(undefined);
        happenings.add({ type: "call", call: waiting.add(call, resolve) });
      }),
    update: (update: Extract<Parameters<typeof happenings.add>[0], { type: "update" }>["update"]): void =>
      happenings.add({ type: "update", update }),
    /** One reply. Leaving it early cancels the agent's turn. */
    async *reply(next: Continuation, signal: AbortSignal, alive: () => void): AsyncGenerator<ModelEvent> {
      let hasEnded = false;
      try {
        for await (const event of events(next, signal, alive)) {
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

import { methods, type ContentBlock, type PromptRequest } from "@agentclientprotocol/sdk";
import { agentError, type AgentName } from "../errors.ts";
import type { Happenings } from "./happenings.ts";
import type { Agent } from "./start-agent.ts";

/** The prompt that an agent works on, one at a time. */
export interface AgentPrompt {
  /** Whether the agent has not ended the prompt's turn. */
  isOn(): boolean;
  /** Whether it is on and was not cancelled. */
  isWanted(): boolean;
  send(blocks: readonly ContentBlock[]): void;
  /** To be called when the agent has ended the turn. */
  end(): void;
  cancel(): void;
  /**
   * Waits for the end of a turn that was cancelled, and drops what the agent still tells of it: that is not part of a reply.
   * Throws `ProviderError`.
   *
   * @returns whether the last prompt was cancelled.
   */
  finishCancelled(signal: AbortSignal): Promise<boolean>;
}

export interface AgentPromptParts {
  readonly agent: Pick<Agent, "context" | "gone">;
  readonly sessionId: string;
  readonly name: AgentName;
  readonly happenings: Happenings;
}

/** For the end of a turn that was cancelled. */
const cancelMs = 10_000;

export function agentPrompt({ agent, sessionId, name, happenings }: AgentPromptParts): AgentPrompt {
  let [isOn, isCancelled] = [false, false];
  return {
    isOn: () => isOn,
    isWanted: () => isOn && !isCancelled,
    send(blocks) {
      [isOn, isCancelled] = [true, false];
      const params: PromptRequest = { sessionId, prompt: [...blocks] };
      agent.context.request(methods.agent.session.prompt, params).then(
        (response) => happenings.add({ type: "end", response }),
        (error: unknown) => happenings.add({ type: "failed", error }),
      );
    },
    end() {
      isOn = false;
    },
    cancel() {
      isCancelled = true;
      agent.context.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
    },
    async finishCancelled(signal) {
      if (!isCancelled) return false;
      while (isOn) {
        const next = await happenings.next(signal, cancelMs);
        if (!next)
          throw agentError("stalled", name, `${name.command} did not end its turn when it was cancelled.`);
        if (next.type === "failed" && agent.gone.aborted) throw next.error;
        if (next.type === "end" || next.type === "failed") isOn = false;
      }
      return true;
    },
  };
}

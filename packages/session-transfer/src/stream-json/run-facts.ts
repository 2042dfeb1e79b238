import {
  isBroken,
  extractText,
  type AgentEvent,
  type AssistantPart,
  type JsonValue,
  type MessageSource,
  type StopReason,
  type ToolContentPart,
  type ToolFailure,
  type UserPart,
} from "@skein/protocol";
import type { z } from "zod";
import type { result } from "../schemas/outcomes.ts";

/** A call that was not allowed to run. */
interface DeniedCall {
  /** The session that made it: a subagent's, perhaps. */
  readonly session: string;
  readonly callId: string;
  readonly tool: string;
  /** As the model made it; `null` when it is not known. */
  readonly input: JsonValue;
  /** What the model was told. */
  readonly reason: string;
}

/** A message of a run, without those of its subagents. */
type RunMessage =
  | { readonly role: "user"; readonly from: MessageSource; readonly content: readonly UserPart[] }
  | {
      readonly role: "assistant";
      readonly content: readonly AssistantPart[];
      readonly stop: StopReason;
      readonly provider: string;
      readonly model: string;
    }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly tool: string;
      readonly content: readonly ToolContentPart[];
      readonly failure?: ToolFailure["kind"];
    };

type ChangedFile = NonNullable<z.infer<typeof result>["changedFiles"]>[number];

/** What a run is reported with beside its result. */
export interface RunFacts {
  /** Who made the last whole reply, otherwise who was to answer. */
  readonly provider: string;
  readonly model: string;
  /** In the run and in its subagents. */
  readonly denied: readonly DeniedCall[];
  /** `null`: not known. */
  readonly changedFiles: readonly ChangedFile[] | null;
  /** In their order; only where they are wanted. */
  readonly messages?: readonly RunMessage[];
}

export interface FactsWatch {
  take(event: AgentEvent): void;
  facts(changedFiles: readonly ChangedFile[] | undefined): RunFacts;
}

/** Gathers them from a run's events. @param named - who is to answer. @param wantsMessages - keeps all of them. */
export function watchFacts(
  named: { readonly provider: string; readonly model: string },
  wantsMessages = false,
): FactsWatch {
  let { provider, model } = named;
  const messages: RunMessage[] = [];
  const inputs = new Map<string, JsonValue>();
  const denied: DeniedCall[] = [];
  return {
    take(event) {
      const message = wantsMessages && event.path.length === 0 ? messageOf(event) : undefined;
      if (message) messages.push(message);
      if (event.type === "message") {
        if (event.path.length === 0) ({ provider, model } = event);
        for (const part of event.content) {
          if (part.type === "tool-call" && !isBroken(part))
            inputs.set(`${event.session} ${part.id}`, part.input);
        }
      } else if (event.type === "tool-end" && event.failure === "denied") {
        const { session, callId, tool } = event;
        const input = inputs.get(`${session} ${callId}`) ?? null;
        denied.push({ session, callId, tool, input, reason: extractText(event.content) });
      }
    },
    facts: (changedFiles) => ({
      provider,
      model,
      denied,
      changedFiles: changedFiles ?? null,
      ...(wantsMessages ? { messages } : {}),
    }),
  };
}

function messageOf(event: AgentEvent): RunMessage | undefined {
  if (event.type === "user-message") return { role: "user", from: event.from, content: event.content };
  if (event.type === "message") {
    const { role, content, stop, provider, model } = event;
    return { role, content, stop, provider, model };
  }
  if (event.type !== "tool-end") return undefined;
  const { callId, tool, content, failure } = event;
  return { role: "tool", callId, tool, content, ...(failure === undefined ? {} : { failure }) };
}

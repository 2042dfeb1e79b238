import type { JsonObject, JsonValue } from "./json.ts";
import type { GateRequest } from "./ports.ts";
import type { Question, Verdict } from "./questions.ts";

/** What happens in a session and may be decided on from outside. */
export type HookEvent =
  /** Before the first message that an agent gets. */
  | { readonly type: "session-start"; readonly source: "startup" | "resume"; readonly model: string }
  | { readonly type: "session-end"; readonly reason: string }
  /** Before a person's message enters the conversation. */
  | { readonly type: "user-prompt"; readonly text: string }
  /** A valid call, before the gate decides on it. */
  | { readonly type: "before-tool"; readonly request: GateRequest }
  /** A call that somebody would be asked about. */
  | { readonly type: "approval"; readonly request: GateRequest; readonly reason: string }
  | {
      readonly type: "after-tool";
      readonly request: GateRequest;
      /** What the model reads. */
      readonly result: string;
      readonly isFailure: boolean;
      readonly isInterrupted: boolean;
    }
  | {
      readonly type: "before-compaction";
      /** `asked`: somebody wants it. `full`: the context window is nearly full. */
      readonly cause: "asked" | "full";
      readonly wish: string;
    }
  | { readonly type: "after-compaction"; readonly cause: "asked" | "full"; readonly summary: string }
  /** Something wants values of the user, who has not been asked yet. */
  | {
      readonly type: "elicitation";
      readonly questionId: string;
      readonly extension: string;
      readonly message: string;
      readonly schema: JsonObject;
    }
  /** Somebody is waited for. */
  | { readonly type: "notification"; readonly about: Question["kind"]; readonly text: string }
  /** The model has answered, and the run would end. */
  | {
      readonly type: "stop";
      readonly text: string;
      /** Whether a hook has sent it back to work in this run. */
      readonly isContinued: boolean;
    };

export type HookEventType = HookEvent["type"];

/** What hooks have come to, all of them together. */
export interface HookEffect {
  /**
   * `deny` refuses the call, the message, the compaction, or an answer to an elicitation. `ask` and `allow` are for calls: `allow` answers only what a
   * permission mode asks about every call of a kind; no deny, rule or guarded path gives way to it.
   */
  readonly verdict?: Verdict;
  /** Names the hook that decided. */
  readonly by?: string;
  readonly reason?: string;
  /** For a call: the input to run it with. It is validated and decided on like the model's own. */
  readonly input?: JsonValue;
  /** With `elicitation`: the values, so that no one is asked; `null` declines. */
  readonly reply?: JsonObject | null;
  /** For the model, with the next request. */
  readonly context?: string;
  /** With `stop`: the model continues with this message. */
  readonly continueWith?: string;
  /** Ends the run, for this reason. */
  readonly endRun?: string;
  /** Sentences for the user. */
  readonly notices?: readonly string[];
}

/** Code of the user that is called at fixed points of a session. It can tighten what the gate decides. */
export interface RunHooks {
  /** Whether any hook waits for this; where none does, nothing is prepared for it. */
  has(type: HookEventType): boolean;
  /** Never rejects but with the signal's reason: what a hook that fails means is part of its effect. */
  run(event: HookEvent, signal: AbortSignal): Promise<HookEffect>;
}

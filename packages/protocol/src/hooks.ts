import type { JsonObject, JsonValue } from "./json.ts";
import type { GateRequest } from "./ports.ts";
import type { Question, Verdict } from "./questions.ts";

/** Event in a session that hooks can react to, by `type`. */
export type HookEvent =
  /** Before the first message that an agent receives. */
  | {
      readonly type: "session-start";
      /** `resume`: the session had a journal before. */
      readonly source: "startup" | "resume";
      /** Model id. */
      readonly model: string;
    }
  /** The agent is closed. Hooks cannot change anything any more. */
  | {
      readonly type: "session-end";
      /** Reason, such as `other`. */
      readonly reason: string;
    }
  /**
   * Before a person's message enters the conversation. A `deny` keeps it out.
   */
  | {
      readonly type: "user-prompt";
      /** Text of the message. */
      readonly text: string;
    }
  /** A valid call, before the gate decides on it. */
  | {
      readonly type: "before-tool";
      /** Call as the gate will see it. */
      readonly request: GateRequest;
    }
  /** A call that needs approval, before anyone is asked. */
  | {
      readonly type: "approval";
      /** Call as the gate has seen it. */
      readonly request: GateRequest;
      /** Reason why approval is needed. */
      readonly reason: string;
    }
  /** A call that ran has its result. */
  | {
      readonly type: "after-tool";
      /** Call as it was run. */
      readonly request: GateRequest;
      /** Text that the model reads. */
      readonly result: string;
      /** True if the result is a failure. */
      readonly isFailure: boolean;
      /** True if the run was stopped during the call. */
      readonly isInterrupted: boolean;
    }
  /** The conversation is about to be shortened. A `deny` prevents it. */
  | {
      readonly type: "before-compaction";
      /**
       * `asked`: someone requested it. `full`: the context window is nearly
       * full.
       */
      readonly cause: "asked" | "full";
      /** Request to preserve something, in the user's words. May be empty. */
      readonly wish: string;
    }
  /** The conversation was shortened. */
  | {
      readonly type: "after-compaction";
      /** Cause: see `before-compaction`. */
      readonly cause: "asked" | "full";
      /** Summary for the model. May be empty. */
      readonly summary: string;
    }
  /** Something needs values from the user, who has not been asked yet. */
  | {
      readonly type: "elicitation";
      /** Id of the question. */
      readonly questionId: string;
      /** Name of the extension that asks. */
      readonly extension: string;
      /** Question to the user. */
      readonly message: string;
      /** JSON Schema of the values. */
      readonly schema: JsonObject;
    }
  /** The run waits for a person. The run does not wait for these hooks. */
  | {
      readonly type: "notification";
      /** Kind of the open question. */
      readonly about: Question["kind"];
      /** Question, in a sentence. */
      readonly text: string;
    }
  /** The model has answered, and the run would end. */
  | {
      readonly type: "stop";
      /** Text of the answer. */
      readonly text: string;
      /**
       * True if a hook has already sent the model back to work in this run.
       * Hooks check it to avoid an endless loop.
       */
      readonly isContinued: boolean;
    };

/** Type of a `HookEvent`. */
export type HookEventType = HookEvent["type"];

/**
 * Combined result of all hooks for one event. All fields absent: the hooks
 * change nothing.
 */
export interface HookEffect {
  /**
   * Decision of the hooks.
   *
   * `deny` refuses the call, the message, the compaction, or an answer to an
   * elicitation. `ask` and `allow` are for calls: `allow` answers only what a
   * permission mode asks about every call of a kind. It overrides no deny, no
   * rule and no guarded path.
   */
  readonly verdict?: Verdict;
  /** Name of the hook that decided. */
  readonly by?: string;
  /** Reason for the verdict, for the user and the model. */
  readonly reason?: string;
  /**
   * For a call: the input to run it with. It is validated and decided on like
   * the model's own.
   */
  readonly input?: JsonValue;
  /**
   * With `elicitation`: the values, so that the user is not asked. `null`
   * declines.
   */
  readonly reply?: JsonObject | null;
  /** Text for the model, sent with the next request. */
  readonly context?: string;
  /** With `stop`: message with which the model continues. */
  readonly continueWith?: string;
  /** Ends the run, for this reason. */
  readonly endRun?: string;
  /** Sentences for the user. */
  readonly notices?: readonly string[];
}

/**
 * Code of the user that is called at fixed points of a session. It can tighten
 * what the gate decides. `@skein/hooks` implements it.
 */
export interface RunHooks {
  /**
   * Returns true if a hook waits for this type. Otherwise the agent prepares
   * nothing for it and does not call `run`.
   */
  has(type: HookEventType): boolean;
  /**
   * Runs all hooks for an event. Rejects only with the reason of `signal`: what
   * the failure of a hook means is part of its effect.
   */
  run(event: HookEvent, signal: AbortSignal): Promise<HookEffect>;
}

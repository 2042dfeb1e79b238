import type { JsonObject, JsonValue } from "./json.ts";
import type { Effect } from "./effects.ts";

/** Decisions about a call, least strict first. */
export const verdicts = ["allow", "ask", "deny"] as const;

/** One of `verdicts`. */
export type Verdict = (typeof verdicts)[number];

/** Kinds of `Question`. */
export const questionKinds = [
  "approval",
  "plan",
  "clarification",
  "elicitation",
] as const satisfies readonly Question["kind"][];

/**
 * Question that only a person, or someone on their behalf, can answer. `Answer`
 * has the form of the reply for each kind.
 */
export type Question =
  /** May this call run? */
  | {
      /** Id for the answer. */
      readonly id: string;
      readonly kind: "approval";
      /** Id of the tool call. */
      readonly callId: string;
      /** Name of the tool. */
      readonly tool: string;
      /** Name of the extension that the tool belongs to. */
      readonly extension: string;
      /** Effect of the call. */
      readonly effect: Effect;
      /** Exactly what will be executed if approved. */
      readonly input: JsonValue;
      /** Reason why approval is needed, as a sentence. */
      readonly reason: string;
      /**
       * Origin of the question: a permission rule, the mode, inspectors, a
       * guarded path. Absent: not recorded.
       */
      readonly by?: string;
      /**
       * Permission rules that an answer of `always` adds in this folder.
       * Absent: it covers no more than its scope says.
       */
      readonly covers?: readonly string[];
      /**
       * Changes that the call would make, as a diff: `@@ line N @@` and lines
       * that begin with ` `, `-` or `+`.
       *
       * Always complete. Absent if unknown, not to be shown yet, or over 400
       * lines or 32 KiB. `input` has all of it in any case.
       */
      readonly preview?: string;
    }
  /**
   * Plan that the user accepts, edits or rejects. Asked like an approval of the
   * call that proposes it.
   */
  | {
      /** Id for the answer. */
      readonly id: string;
      readonly kind: "plan";
      /** Id of the tool call. */
      readonly callId: string;
      /** Name of the extension that the tool belongs to. */
      readonly extension: string;
      /** Markdown. An answer's `input` of the form `{ plan }` replaces it. */
      readonly plan: string;
      /** Permission modes to continue in; the first is the default. */
      readonly modes: readonly string[];
    }
  /**
   * Questions of the model to the user, one or several. The reply is
   * `{ answers }`: see `Clarification`.
   */
  | {
      /** Id for the answer. */
      readonly id: string;
      readonly kind: "clarification";
      /** Id of the tool call. */
      readonly callId: string;
      /** Name of the extension that the tool belongs to. */
      readonly extension: string;
      /** Questions, in the order of the answers. */
      readonly questions: readonly Clarification[];
      /**
       * Set if the questions are for the result of a tool that the app runs
       * (see `Tool.isFrontend`).
       *
       * An app that has the tool runs it and replies `{ result }` or
       * `{ error }`; everywhere else a person answers. It may be asked again
       * after a crash, under the same id.
       */
      readonly frontend?: FrontendCall;
    }
  /** An extension asks the user for values, while one of its calls runs. */
  | {
      /** Id for the answer. */
      readonly id: string;
      readonly kind: "elicitation";
      /** Name of the extension that asks. */
      readonly extension: string;
      /** Question to the user. Untrusted text if the extension is. */
      readonly message: string;
      /** JSON Schema of the values: see `ElicitationRequest.schema`. */
      readonly schema: JsonObject;
    };

/**
 * Question of the model. The answer is a text, one of `options` or another, or
 * with `multiple` a list of them.
 *
 * A reply has one answer for each question, in order:
 * `{ answers: ["a", ["b", "c"]] }`.
 */
export interface Clarification {
  /** Question to the user. */
  readonly question: string;
  /** Answers that the user can choose from. Absent: any text. */
  readonly options?: readonly string[];
  /** True if several of the options may be chosen. Default: false. */
  readonly multiple?: boolean;
}

/** Permitted call that the app runs. */
export interface FrontendCall {
  /** Name of the tool. */
  readonly tool: string;
  /** Validated input. */
  readonly input: JsonValue;
}

/** Question about a tool call, which waits for the answer. */
export type CallQuestion = Extract<Question, { readonly callId: string }>;

/** Returns true for all kinds but `elicitation`. */
export function isAboutCall(question: Question): question is CallQuestion {
  return "callId" in question;
}

/**
 * Returns the question as text for people. Several questions of the model: one
 * per line.
 */
export function questionText(question: Question): string {
  switch (question.kind) {
    case "approval":
      return question.reason;
    case "plan":
      return "A plan waits for your decision.";
    case "clarification":
      return question.questions.map((one) => one.question).join("\n");
    case "elicitation":
      return question.message;
  }
}

/** Answer, with who gave it. */
export interface AttributedAnswer {
  /** Answer to the question. */
  readonly answer: Answer;
  /** Person or program that answered, for the record. */
  readonly by: string;
}

/**
 * Adds who gave an answer.
 *
 * @param by - used for an answer that does not say so itself.
 */
export function attributeAnswer(given: Answer | AttributedAnswer, by: string): AttributedAnswer {
  return "answer" in given ? given : { answer: given, by };
}

/** Durations of an approval: for this call, for the session, or from now on. */
export const answerScopes = ["once", "session", "always"] as const;

/** One of `answerScopes`. */
export type AnswerScope = (typeof answerScopes)[number];

/**
 * Answer to a question. `allow` is for approvals and plans, `reply` for
 * clarifications and elicitations.
 *
 * @example
 * ```ts
 * const answers: readonly Answer[] = [
 *   { allow: "session" },
 *   { deny: "Use the staging database." },
 *   { reply: { branch: "main" } },
 * ];
 * ```
 */
export type Answer =
  /** Permits the call. */
  | {
      /** Duration of the approval. */
      readonly allow: AnswerScope;
      /** Replaces the call's input. It is validated and authorized again. */
      readonly input?: JsonValue;
      /**
       * For a plan: the permission mode to continue in. Absent: the first of
       * `modes`.
       */
      readonly mode?: string;
    }
  /** Denies the call. The model reads the reason. */
  | {
      /** Reason for the model. May be empty. */
      readonly deny: string;
      /**
       * Whether to end the run as `denied` instead of letting the model
       * continue. Default: false.
       */
      readonly stop?: boolean;
    }
  /** Answers a clarification or an elicitation. */
  | {
      /** Values. `null` declines. */
      readonly reply: JsonObject | null;
    };

import type { JsonObject, JsonValue } from "./json.ts";
import type { Effect } from "./effects.ts";

/** What is decided about a call, from the freest to the strictest. */
export const verdicts = ["allow", "ask", "deny"] as const;

export type Verdict = (typeof verdicts)[number];

/** The kinds of `Question`. */
export const questionKinds = [
  "approval",
  "plan",
  "clarification",
  "elicitation",
] as const satisfies readonly Question["kind"][];

/** A question that only a person, or someone on their behalf, can answer. */
export type Question =
  | {
      readonly id: string;
      readonly kind: "approval";
      readonly callId: string;
      readonly tool: string;
      readonly extension: string;
      readonly effect: Effect;
      /** Exactly what will be executed if approved. */
      readonly input: JsonValue;
      /** Why approval is needed. */
      readonly reason: string;
      /** What decided that it is: a permission rule, the mode, inspectors, a guarded path. Absent: not recorded. */
      readonly by?: string;
      /** Permission rules that an answer for always adds in this folder; absent: it covers no more than its scope says. */
      readonly covers?: readonly string[];
      /**
       * What the call would change, as a diff: `@@ line N @@` and lines that begin with ` `, `-` or `+`. Always
       * complete; absent when unknown, not to be shown yet, or over 400 lines or 32 KiB. `input` has all of it in any
       * case.
       */
      readonly preview?: string;
    }
  /** A plan that the user accepts, edits or rejects. Asked like an approval of the call that proposes it. */
  | {
      readonly id: string;
      readonly kind: "plan";
      readonly callId: string;
      readonly extension: string;
      /** Markdown. An answer's `input` of the form `{ plan }` replaces it. */
      readonly plan: string;
      /** Permission modes to continue in; the first is the default. */
      readonly modes: readonly string[];
    }
  /** Questions of the model to the user, one or several. The reply is `{ answers }`: see `Clarification`. */
  | {
      readonly id: string;
      readonly kind: "clarification";
      readonly callId: string;
      readonly extension: string;
      readonly questions: readonly Clarification[];
      /**
       * The questions are for the result of a call of a tool that the app runs (see `Tool.isFrontend`). An app that has it
       * runs it and replies `{ result }` or `{ error }`; everywhere else a person answers. It may be asked again after a
       * crash, under the same id.
       */
      readonly frontend?: FrontendCall;
    }
  /** An extension asks the user for values, while one of its calls runs. */
  | {
      readonly id: string;
      readonly kind: "elicitation";
      readonly extension: string;
      readonly message: string;
      readonly schema: JsonObject;
    };

/**
 * What the model wants to know. Its answer is a text, one of `options` or another, or with `multiple` a list of them. A
 * reply has one for each question, in order: `{ answers: ["a", ["b", "c"]] }`.
 */
export interface Clarification {
  readonly question: string;
  /** What the user can choose from. Absent: any text. */
  readonly options?: readonly string[];
  /** Several of the options may be chosen. */
  readonly multiple?: boolean;
}

/** A permitted call that the app runs. */
export interface FrontendCall {
  readonly tool: string;
  readonly input: JsonValue;
}

/** A question about a tool call, which waits for the answer. */
export type CallQuestion = Extract<Question, { readonly callId: string }>;

export function isAboutCall(question: Question): question is CallQuestion {
  return "callId" in question;
}

/** What is asked, in a sentence. */
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

/** An answer, and who gave it, for the record. */
export interface AttributedAnswer {
  readonly answer: Answer;
  readonly by: string;
}

/** @param by - who gave an answer that does not say so itself. */
export function attributeAnswer(given: Answer | AttributedAnswer, by: string): AttributedAnswer {
  return "answer" in given ? given : { answer: given, by };
}

/** How long an approval holds: for the call, for the session, or from now on. */
export const answerScopes = ["once", "session", "always"] as const;

export type AnswerScope = (typeof answerScopes)[number];

export type Answer =
  /**
   * `input` replaces the call's input, which is validated and authorized again. `mode`, for a plan: the permission mode
   * to continue in.
   */
  | { readonly allow: AnswerScope; readonly input?: JsonValue; readonly mode?: string }
  /** `stop` ends the run with `denied` instead of letting the model continue. */
  | { readonly deny: string; readonly stop?: boolean }
  /** The answer to an elicitation; `null` declines. */
  | { readonly reply: JsonObject | null };

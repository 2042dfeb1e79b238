import type { JsonObject, JsonValue } from "./json.ts";
import type { Effect } from "./effects.ts";

export type Verdict = "allow" | "ask" | "deny";

/** Something only a person, or whoever stands in for one, can say. */
export type Question =
  | {
      readonly id: string;
      readonly kind: "approval";
      readonly callId: string;
      readonly tool: string;
      readonly extension: string;
      readonly effect: Effect;
      /** Exactly what will run when allowed. */
      readonly input: JsonValue;
      /** Why it is asked. */
      readonly reason: string;
      /**
       * What the call would change, as a diff: `@@ line N @@` and lines that begin with ` `, `-` or `+`. Complete; absent
       * when it is not known, may not be told yet, or is over 400 lines or 32 KiB. `input` says it all the same.
       */
      readonly preview?: string;
    }
  /** Reserved for extensions that ask the user: those who answer know it, and no extension asks yet. */
  | {
      readonly id: string;
      readonly kind: "elicitation";
      readonly extension: string;
      readonly message: string;
      readonly schema: JsonObject;
    };

export type Answer =
  /** `input` replaces the call's input; it is checked and judged anew. */
  | { readonly allow: "once" | "session" | "always"; readonly input?: JsonValue }
  /** `stop` ends the run with `denied` instead of letting the model go on. */
  | { readonly deny: string; readonly stop?: boolean }
  /** To an elicitation; `null` declines. */
  | { readonly reply: JsonObject | null };

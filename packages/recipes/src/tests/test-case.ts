import type { JsonObject, OutcomeName, Verdict } from "@skein/protocol";
import type { DocumentNode, TextPosition } from "../read/document-node.ts";

/** One run of a recipe, and what must come out. */
export interface TestCase {
  /** Unlike those of all others in the file; of a matrix, with its values. */
  readonly name: string;
  /** The file it stands in, as it was given. */
  readonly file: string;
  readonly at: TextPosition;
  /** Absolute. */
  readonly recipe: string;
  /** As text, as on the command line. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly model: TestModel;
  /** Contents of the workspace before the run, by path: relative, with `/`, never upwards. */
  readonly files: Readonly<Record<string, string>>;
  /** The permission mode. Absent: what the recipe says, else `auto`. */
  readonly mode?: string;
  readonly expectations: readonly Expectation[];
  /** Set by mutations: how the rendered recipe is to be changed before it runs. See `changedRecipe`. */
  readonly change?: RecipeChange;
}

/** Who answers. `turns` are those of a script of `@skein/provider-replay`; the paths are absolute. */
export type TestModel =
  | { readonly turns: readonly ScriptTurn[] }
  | { readonly script: string }
  | { readonly tape: string };

/**
 * `text`, `thinking`, `calls` (`name`, `input`, `id`), `stop`, `usage`, or `error`. A call that starts a subagent has in
 * `child` the turns of that one.
 */
export type ScriptTurn = JsonObject;

export interface RecipeChange {
  /** One word for each check of `retry`: `passes` and `fails` replace it. */
  readonly checks?: readonly ("stays" | "passes" | "fails")[];
  /** The response schema takes everything. */
  readonly anyOutput?: boolean;
}

/** A place in the test file; `path` reads like `cases[0].expect.text.contains`. */
export interface Target {
  readonly path: string;
  readonly at: TextPosition;
}

export type Expectation = Target &
  (
    | { readonly kind: "outcome"; readonly outcome: OutcomeName }
    | CallsExpectation
    /** Every decision about the tool is this one, and there is one. */
    | { readonly kind: "decision"; readonly tool: string; readonly verdict: Verdict }
    | { readonly kind: "output"; readonly pattern: DocumentNode }
    | { readonly kind: "text"; readonly of: TextSubject; readonly test: TextTest }
    | { readonly kind: "absent"; readonly file: string }
    | { readonly kind: "limit"; readonly of: Limited; readonly most: number }
  );

export interface CallsExpectation {
  readonly kind: "calls";
  readonly calls: readonly CallExpectation[];
  readonly order: "given" | "any";
  /** Whether there may be calls besides these. */
  readonly others: "allowed" | "none";
}

export interface CallExpectation extends Target {
  readonly tool: string;
  readonly input?: DocumentNode;
  readonly result: readonly (Target & { readonly test: TextTest })[];
  /** Whether it fails, or is refused. */
  readonly failed?: boolean;
}

/** `prompt`: the system prompt and the messages of the first request. */
export type TextSubject =
  | { readonly kind: "answer" }
  | { readonly kind: "prompt" }
  | { readonly kind: "file"; readonly path: string };

export type TextTest =
  | { readonly kind: "contains" | "lacks" | "equals"; readonly text: string }
  /** A regular expression with the flags `m`, `s` and `u`. */
  | { readonly kind: "matches"; readonly pattern: string };

export const limitedNames = ["turns", "calls", "tokens", "cost_usd"] as const;
export type Limited = (typeof limitedNames)[number];

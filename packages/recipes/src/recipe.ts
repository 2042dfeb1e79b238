import type { JsonSchema, Verdict } from "@skein/protocol";

/** A task somebody wrote down: what is to be done, with what, and how to tell that it is done. */
export interface Recipe {
  /** Of the recipe, in its author's words. Default 1.0.0. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** Added to the system prompt. At least one of `instructions` and `prompt` is set. */
  readonly instructions?: string;
  /** The first message. */
  readonly prompt?: string;
  readonly parameters: readonly Parameter[];
  /** Absent: the user's own. Empty: none. */
  readonly extensions?: readonly RecipeExtension[];
  readonly settings: RecipeSettings;
  /** Tried in order. Empty: what `settings` says, and what that leaves open is the user's. */
  readonly models: readonly RecipeModel[];
  readonly subRecipes: readonly SubRecipe[];
  /** What the result must look like. */
  readonly responseSchema?: JsonSchema;
  readonly retry?: RecipeRetry;
  /** Short texts to choose a first message from. */
  readonly activities: readonly string[];
  readonly author?: { readonly contact?: string; readonly metadata?: string };
  readonly context: readonly string[];
  /** What of its caller's rights the recipe does without. */
  readonly permissions?: RecipePermissions;
  readonly budget?: RecipeBudget;
  /** Paths of files that test it, as written. */
  readonly tests: readonly string[];
}

export const parameterTypes = ["string", "number", "boolean", "date", "file", "select"] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** - `user-prompt`: the user is asked for a missing value; where no one can be asked, it is missing. */
export type Requirement = "required" | "optional" | "user-prompt";

export interface Parameter {
  readonly key: string;
  readonly type: ParameterType;
  readonly requirement: Requirement;
  readonly description: string;
  /** As text, whatever the type. */
  readonly default?: string;
  /** Of a `select`. */
  readonly options?: readonly string[];
}

interface ExtensionBase {
  readonly name: string;
  readonly description?: string;
  /** Comes with the program. */
  readonly bundled?: boolean;
  /** Only these of its tools. Empty: all. */
  readonly availableTools: readonly string[];
}

export interface BuiltinExtension extends ExtensionBase {
  readonly type: "builtin";
  readonly displayName?: string;
  readonly timeoutSeconds?: number;
}

export interface PlatformExtension extends ExtensionBase {
  readonly type: "platform";
  readonly displayName?: string;
}

export interface StdioExtension extends ExtensionBase {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Names of secrets it gets as environment variables. */
  readonly envKeys: readonly string[];
  readonly cwd?: string;
  readonly timeoutSeconds?: number;
}

export interface StreamableHttpExtension extends ExtensionBase {
  readonly type: "streamable_http";
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly envKeys: readonly string[];
  /** A Unix socket to reach `uri` through. */
  readonly socket?: string;
  readonly timeoutSeconds?: number;
}

export interface FrontendExtension extends ExtensionBase {
  readonly type: "frontend";
  /** Definitions of tools that the user interface runs. */
  readonly tools: readonly JsonSchema[];
  readonly instructions?: string;
}

export interface InlinePythonExtension extends ExtensionBase {
  readonly type: "inline_python";
  readonly code: string;
  readonly dependencies: readonly string[];
  readonly timeoutSeconds?: number;
}

export type RecipeExtension =
  | BuiltinExtension
  | PlatformExtension
  | StdioExtension
  | StreamableHttpExtension
  | FrontendExtension
  | InlinePythonExtension;

export interface RecipeSettings {
  readonly provider?: string;
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTurns?: number;
}

export interface RecipeModel {
  /** Absent: the provider the user has set. */
  readonly provider?: string;
  readonly model: string;
  readonly temperature?: number;
}

export interface SubRecipe {
  /** What the model calls it by. */
  readonly name: string;
  /** As written; absolute in a rendered recipe. */
  readonly path: string;
  /** Values of its parameters that the model does not choose. */
  readonly values: Readonly<Record<string, string>>;
  /** Several calls of it wait for each other. Default false. */
  readonly sequentialWhenRepeated: boolean;
  readonly description?: string;
}

export interface RecipeRetry {
  readonly maxRetries: number;
  /** All must pass. */
  readonly checks: readonly ShellCheck[];
  /** A shell command that cleans up before the next try. */
  readonly onFailure?: string;
  /** For each check. */
  readonly timeoutSeconds?: number;
  readonly onFailureTimeoutSeconds?: number;
}

export interface ShellCheck {
  readonly type: "shell";
  readonly command: string;
}

export interface RecipePermissions {
  readonly mode?: string;
  readonly rules: readonly RecipeRule[];
}

/** The plain form of a rule of `@skein/permissions`. */
export interface RecipeRule {
  readonly tool: string;
  readonly verdict: Verdict;
  /** For a denial: what the model is told. For a question: why it is asked. */
  readonly reason?: string;
}

export interface RecipeBudget {
  /** US dollars. */
  readonly maxCostUsd?: number;
  /** Input and output together. */
  readonly maxTokens?: number;
  readonly maxTimeMs?: number;
}

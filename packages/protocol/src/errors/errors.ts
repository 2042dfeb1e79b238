import type { NextStep } from "./next-step.ts";

/**
 * Shared by all copies of this package in a process, which `instanceof` is not.
 */
const brand = Symbol.for("skein.error");

/** Options of every `SkeinError`. `cause` is the error behind it. */
export interface SkeinErrorOptions extends ErrorOptions {
  /** Action for the user, as a sentence in the imperative. */
  readonly hint?: string;
  /** Step that a user interface words for itself, as a command or a button. */
  readonly nextStep?: NextStep | undefined;
}

/**
 * Error that the caller must handle. Its message is written for the user.
 *
 * Failures that the model can handle are values instead: see `ToolFailure`.
 * Test with the static `is` of each class, never with `instanceof`: a process
 * may contain two copies of this package.
 *
 * @example
 * ```ts
 * function report(error: unknown): string {
 *   if (!SkeinError.is(error)) throw error; // a defect
 *   return [error.message, error.hint].filter(Boolean).join(" ");
 * }
 * ```
 */
export class SkeinError<Code extends string = string> extends Error {
  override readonly name: string = "SkeinError";
  /** Reason as a fixed word, for programs. Each subclass lists its own. */
  readonly code: Code;
  /**
   * Action for the user, shown on its own line. `undefined`: the message says
   * all.
   */
  readonly hint: string | undefined;
  /** Step that a user interface words for itself and shows after the hint. */
  readonly nextStep: NextStep | undefined;

  constructor(code: Code, message: string, options: SkeinErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
    this.nextStep = options.nextStep;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Returns true for errors of this class from any copy of the package. */
  static is(error: unknown): error is SkeinError {
    return typeof error === "object" && error !== null && brand in error;
  }
}

/**
 * Reasons for a `ProviderError`. `retryable` decides whether another attempt
 * makes sense.
 *
 * - `auth`: the key is missing, wrong or lacks a permission.
 * - `rate-limited`: too many requests or tokens at this time.
 * - `quota`: the account is used up; waiting does not help.
 * - `overloaded`: the vendor has too little capacity at this time.
 * - `context-overflow`: the request exceeds the context window. Leads to a
 *   compaction.
 * - `bad-request`: the vendor rejected the form of the request.
 * - `not-found`: unknown model or endpoint.
 * - `network`: the connection failed before or during the reply.
 * - `stalled`: nothing arrived for too long.
 * - `bad-stream`: the reply broke the rules of its wire format or ended without
 *   its terminator.
 */
export const providerErrorCodes = [
  "auth",
  "rate-limited",
  "quota",
  "overloaded",
  "context-overflow",
  "bad-request",
  "not-found",
  "network",
  "stalled",
  "bad-stream",
] as const;

/** One of `providerErrorCodes`. */
export type ProviderErrorCode = (typeof providerErrorCodes)[number];

/** Facts about a `ProviderError`, as far as the provider knows them. */
export interface ProviderErrorOptions extends SkeinErrorOptions {
  /** Id of the provider that the error comes from. */
  readonly provider: string;
  /** True if another attempt of the same request could succeed. */
  readonly retryable: boolean;
  /** Milliseconds that the vendor asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** HTTP status. Absent: no response arrived. */
  readonly status?: number | undefined;
  /** The vendor's id of the request, for its support. */
  readonly requestId?: string | undefined;
  /**
   * Local host and port that refused the connection, such as `127.0.0.1:11434`.
   * Set only if that was the reason.
   */
  readonly refusedAt?: string | undefined;
  /** Context window in tokens, if a `context-overflow` stated it. */
  readonly contextTokens?: number | undefined;
  /**
   * True if the vendor does not bill the request. Default: false, so that a
   * budget never counts too little.
   */
  readonly unbilled?: boolean;
  /**
   * Names of the request's tools whose definitions a `bad-request` was about.
   * Default: none, or unknown.
   */
  readonly refusedTools?: readonly string[];
}

/**
 * Error of a model or a provider. Thrown from the iteration of `stream`, never
 * sent as an event.
 *
 * @example
 * ```ts
 * throw new ProviderError("overloaded", "The model is overloaded.", {
 *   provider: "example",
 *   retryable: true,
 *   status: 529,
 * });
 * ```
 */
export class ProviderError extends SkeinError<ProviderErrorCode> {
  override readonly name = "ProviderError";
  /** Id of the provider that the error comes from. */
  readonly provider: string;
  /**
   * True if another attempt of the same request could succeed. The retry layer
   * passes on every error for which it is false.
   */
  readonly retryable: boolean;
  /**
   * Milliseconds that the vendor asked to wait. `undefined`: it did not say.
   */
  readonly retryAfterMs: number | undefined;
  /** HTTP status. `undefined`: no response arrived. */
  readonly status: number | undefined;
  /** The vendor's id of the request, for its support. */
  readonly requestId: string | undefined;
  /** Context window in tokens, if a `context-overflow` stated it. */
  readonly contextTokens: number | undefined;
  /**
   * Set if the vendor does not bill the request: it never arrived, or was
   * rejected before it was processed.
   */
  readonly unbilled: boolean;
  /**
   * Local host and port that refused the connection. `undefined`: another
   * reason, or a remote host.
   */
  readonly refusedAt: string | undefined;
  /**
   * Names of the tools whose definitions the vendor rejected. Empty: none, or
   * unknown.
   */
  readonly refusedTools: readonly string[];

  constructor(code: ProviderErrorCode, message: string, options: ProviderErrorOptions) {
    super(code, message, options);
    this.provider = options.provider;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
    this.requestId = options.requestId;
    this.contextTokens = options.contextTokens;
    this.unbilled = options.unbilled ?? false;
    this.refusedAt = options.refusedAt;
    this.refusedTools = options.refusedTools ?? [];
  }

  static override is(error: unknown): error is ProviderError {
    return SkeinError.is(error) && error.name === "ProviderError";
  }
}

/**
 * Invalid flag, file or variable. Nothing was started.
 *
 * - `usage`: a value is invalid, or does not fit the others.
 * - `unreadable`: a file or folder cannot be used.
 * - `missing-key`: a provider needs a key that is not set.
 * - `unknown-provider`: no provider has this id.
 */
export class ConfigError extends SkeinError<"usage" | "unreadable" | "missing-key" | "unknown-provider"> {
  override readonly name = "ConfigError";

  static override is(error: unknown): error is ConfigError {
    return SkeinError.is(error) && error.name === "ConfigError";
  }
}

/**
 * No run was started, although flags and files are valid.
 *
 * - `needs-input`: no one was available to answer.
 * - `cancelled`: the user declined.
 * - `interrupted`: stopped while extensions were starting.
 * - `max-time`: timed out while extensions were starting.
 */
export class NotStartedError extends SkeinError<"needs-input" | "cancelled" | "interrupted" | "max-time"> {
  override readonly name = "NotStartedError";

  static override is(error: unknown): error is NotStartedError {
    return SkeinError.is(error) && error.name === "NotStartedError";
  }
}

/**
 * Error of an extension as a whole. Errors of single calls are `ToolFailure`
 * values.
 *
 * - `start-failed`: a server or another resource could not be started.
 * - `name-taken`: two extensions, or two of their tools, have the same name.
 * - `closed`: the extension was used after `close`.
 */
export class ExtensionError extends SkeinError<"start-failed" | "name-taken" | "closed"> {
  override readonly name = "ExtensionError";

  static override is(error: unknown): error is ExtensionError {
    return SkeinError.is(error) && error.name === "ExtensionError";
  }
}

/**
 * Error of session storage. Every method of `JournalStore` may throw it.
 *
 * - `locked`: another process is writing this session; `message` names it.
 * - `conflict`: `expectedSeq` is not the session's last sequence number.
 * - `not-found`: unknown session.
 * - `damaged`: the store cannot be read.
 * - `full`: the disk or the store is full.
 * - `read-only`: the store cannot be written.
 * - `too-large`: a file would exceed the file size limit.
 * - `gone`: the files were deleted while they were in use.
 * - `unreachable`: the database of the session did not answer in time.
 *   Everything written before is still stored.
 */
export class SessionError extends SkeinError<
  | "locked"
  | "conflict"
  | "not-found"
  | "damaged"
  | "full"
  | "read-only"
  | "too-large"
  | "gone"
  | "unreachable"
> {
  override readonly name = "SessionError";

  static override is(error: unknown): error is SessionError {
    return SkeinError.is(error) && error.name === "SessionError";
  }
}

/** Returns the message of anything that was thrown, without its stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

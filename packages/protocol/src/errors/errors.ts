import type { NextStep } from "./next-step.ts";

const brand = Symbol.for("skein.error");

export interface SkeinErrorOptions extends ErrorOptions {
  readonly hint?: string;
  readonly nextStep?: NextStep | undefined;
}

/** Thrown to the caller. Identified by a brand instead of `instanceof`, which fails with two copies of this package. */
export class SkeinError<Code extends string = string> extends Error {
  override readonly name: string = "SkeinError";
  readonly code: Code;
  /** What the user can do about it; shown on its own line. */
  readonly hint: string | undefined;
  /** Worded by the user interface, after the hint. */
  readonly nextStep: NextStep | undefined;

  constructor(code: Code, message: string, options: SkeinErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
    this.nextStep = options.nextStep;
    Object.defineProperty(this, brand, { value: true });
  }

  static is(error: unknown): error is SkeinError {
    return typeof error === "object" && error !== null && brand in error;
  }
}

/**
 * - `auth`: the key is missing, wrong or not permitted. `quota`: the account is used up; waiting does not help.
 * - `rate-limited`, `overloaded`, `network`, `stalled`, `bad-stream`: may be temporary; `retryable` says so.
 * - `context-overflow`: the request exceeds the context window. `bad-request`: the vendor rejected its form.
 * - `not-found`: no such model or endpoint.
 * - `bad-stream`: the reply broke the rules of its wire format or ended without its terminator.
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

export type ProviderErrorCode = (typeof providerErrorCodes)[number];

export interface ProviderErrorOptions extends SkeinErrorOptions {
  readonly provider: string;
  readonly retryable: boolean;
  /** Milliseconds that the vendor asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** HTTP status. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Local host and port that refused the connection, when that was the reason. */
  readonly refusedAt?: string | undefined;
  /** The context window in tokens, when a `context-overflow` stated it. */
  readonly contextTokens?: number | undefined;
  /** Default false. */
  readonly unbilled?: boolean;
  /** Names of the request's tools whose definitions a `bad-request` was about. Default: none, or unknown. */
  readonly refusedTools?: readonly string[];
}

/** Every error of a model is one of these. Thrown from `stream`, never sent as an event. */
export class ProviderError extends SkeinError<ProviderErrorCode> {
  override readonly name = "ProviderError";
  readonly provider: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly contextTokens: number | undefined;
  /** The vendor does not bill the request: it never arrived, or was rejected before it was processed. */
  readonly unbilled: boolean;
  readonly refusedAt: string | undefined;
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

/** A flag, a file or a variable is invalid. Nothing was started. */
export class ConfigError extends SkeinError<"usage" | "unreadable" | "missing-key" | "unknown-provider"> {
  override readonly name = "ConfigError";

  static override is(error: unknown): error is ConfigError {
    return SkeinError.is(error) && error.name === "ConfigError";
  }
}

/**
 * No run was started.
 *
 * - `needs-input`: no one was available to answer. `cancelled`: the user declined.
 * - `interrupted`, `max-time`: it was stopped, or timed out, while its extensions were starting.
 */
export class NotStartedError extends SkeinError<"needs-input" | "cancelled" | "interrupted" | "max-time"> {
  override readonly name = "NotStartedError";

  static override is(error: unknown): error is NotStartedError {
    return SkeinError.is(error) && error.name === "NotStartedError";
  }
}

export class ExtensionError extends SkeinError<"start-failed" | "name-taken" | "closed"> {
  override readonly name = "ExtensionError";

  static override is(error: unknown): error is ExtensionError {
    return SkeinError.is(error) && error.name === "ExtensionError";
  }
}

/**
 * - `locked`: another process is writing this session; `message` says which.
 * - `conflict`: `expectedSeq` is not the session's last sequence number.
 * - `not-found`: no such session. `damaged`: the store cannot be read.
 * - `full`: the disk or the store is full. `read-only`: the store cannot be written.
 * - `too-large`: a file would exceed the file size limit. `gone`: the files were deleted while they were in use.
 * - `unreachable`: the database that has the session did not answer in time; what was written before is kept.
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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

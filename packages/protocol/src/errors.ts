import type { NextStep } from "./next-step.ts";

const brand = Symbol.for("skein.error");

export interface SkeinErrorOptions extends ErrorOptions {
  readonly hint?: string;
  readonly nextStep?: NextStep | undefined;
}

/** Thrown to the caller. The brand, not `instanceof`, survives two copies of this package in one process. */
export class SkeinError<Code extends string = string> extends Error {
  override readonly name: string = "SkeinError";
  readonly code: Code;
  /** What the user can do about it; shown on a line of its own. */
  readonly hint: string | undefined;
  /** Said by the face, after the hint. */
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
 * - `auth`: the key is missing, wrong or not allowed. `quota`: the account is used up; waiting does not help.
 * - `rate-limited`, `overloaded`, `network`, `stalled`, `bad-stream`: may pass; `retryable` says so.
 * - `context-overflow`: the request does not fit the model's window. `bad-request`: the vendor refused its form.
 * - `not-found`: no such model or address.
 * - `bad-stream`: the reply broke its wire's rules or ended without its terminator.
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
  /** Milliseconds the vendor asked us to wait. */
  readonly retryAfterMs?: number | undefined;
  /** HTTP status. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Host and port of this machine at which nothing listens, where that was the reason. */
  readonly refusedAt?: string | undefined;
  /** The model's window in tokens, where a `context-overflow` said it. */
  readonly contextTokens?: number | undefined;
  /** Default false. */
  readonly unbilled?: boolean;
}

/** The one way a model fails. Thrown out of `stream`, never sent as an event. */
export class ProviderError extends SkeinError<ProviderErrorCode> {
  override readonly name = "ProviderError";
  readonly provider: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly contextTokens: number | undefined;
  /** No vendor bills the request: it never got there, or was turned away unread. */
  readonly unbilled: boolean;
  readonly refusedAt: string | undefined;

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
  }

  static override is(error: unknown): error is ProviderError {
    return SkeinError.is(error) && error.name === "ProviderError";
  }
}

/** A flag, a file or a variable that cannot be used. Nothing was started. */
export class ConfigError extends SkeinError<"usage" | "unreadable" | "missing-key" | "unknown-provider"> {
  override readonly name = "ConfigError";

  static override is(error: unknown): error is ConfigError {
    return SkeinError.is(error) && error.name === "ConfigError";
  }
}

/**
 * No run was started.
 *
 * - `needs-input`: no one could be asked. `cancelled`: the person who was asked gave up.
 * - `interrupted`, `max-time`: it was stopped, or too late, while its extensions were starting.
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
 * - `locked`: another process writes this session; `message` says which.
 * - `conflict`: `expectedSeq` is not the session's last sequence number.
 * - `not-found`: no such session. `damaged`: the store cannot be read.
 * - `full`: the disk or the store is full. `read-only`: the store cannot be written.
 * - `too-large`: a file would exceed the limit on the size of files. `gone`: the files were deleted while they were in use.
 */
export class SessionError extends SkeinError<
  "locked" | "conflict" | "not-found" | "damaged" | "full" | "read-only" | "too-large" | "gone"
> {
  override readonly name = "SessionError";

  static override is(error: unknown): error is SessionError {
    return SkeinError.is(error) && error.name === "SessionError";
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

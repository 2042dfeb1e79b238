import { describeError, SkeinError, type OutcomeError } from "@skein/protocol";
import type { Role } from "./access/index.ts";
import { z } from "zod";

/** The client's token does not go so far. */
export class RoleError extends Error {
  readonly needed: Role;

  constructor(needed: Role) {
    super(`This needs a token of the role ${needed}.`);
    this.needed = needed;
  }
}

/** What a client is told instead of a result. */
export interface HttpError {
  readonly status: 400 | 403 | 404 | 409 | 410 | 422 | 500 | 502 | 503 | 507;
  readonly error: OutcomeError & { readonly field?: string };
}

const statuses: Readonly<Record<string, HttpError["status"]>> = {
  "not-found": 404,
  "not-asked": 404,
  "no-session": 404,
  answered: 409,
  locked: 409,
  conflict: 409,
  gone: 410,
  interrupted: 409,
  "unknown-outcome": 409,
  "other-request": 422,
  full: 507,
  damaged: 500,
};

const statusesByName: Readonly<Record<string, HttpError["status"]>> = {
  ConfigError: 400,
  NotStartedError: 409,
  ExtensionError: 502,
  ProviderError: 502,
};

export function httpError(error: unknown): HttpError {
  if (error instanceof RoleError) return { status: 403, error: { code: "role", message: error.message } };
  if (error instanceof z.ZodError) return badInput(error);
  if (!SkeinError.is(error)) return { status: 500, error: describeError(error) };
  const status = statuses[error.code] ?? statusesByName[error.name] ?? 500;
  return { status, error: describeError(error) };
}

function badInput({ issues }: z.ZodError): HttpError {
  const [first] = issues;
  const field = first?.path.join(".") ?? "";
  const message = `${field === "" ? "The input" : field}: ${first?.message ?? "is not as expected"}`;
  return { status: 400, error: { code: "bad-input", message, ...(field === "" ? {} : { field }) } };
}

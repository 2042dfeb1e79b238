import { messageOf } from "@skein/protocol";
import { foreignText } from "./foreign-text.ts";
import { limits } from "./limits.ts";
import { loginNeededIn } from "./oauth/authorized-fetch.ts";
import type { LoginNeeded } from "./oauth/login-settings.ts";

/** What went wrong with a server, worded for users. */
export interface Problem {
  /** The end of a sentence, without its full stop. */
  readonly text: string;
  readonly hint?: string;
  /** The user can log in. */
  readonly needsLogin?: boolean;
}

/**
 * Classifies errors of the client library, which may come from another copy of it: by their fields, not their class.
 */
export function problemOf(error: unknown): Problem {
  const needed = loginNeededIn(error);
  if (needed) return { text: loginText(needed), needsLogin: true };
  const status = statusOf(error);
  if (status === 401) {
    return {
      text: "the server requires a login (HTTP 401)",
      hint: "When you have a token, send it as a header: { authorization: `Bearer …` }.",
    };
  }
  if (status === 403) return { text: "the server refuses access (HTTP 403)" };
  if (status === 404 || status === 405) {
    return {
      text: `there is no MCP server at this address (HTTP ${status})`,
      hint: "Check the address; the older HTTP+SSE transport is not spoken.",
    };
  }
  if (status !== undefined) return { text: `the server answered with HTTP ${status}` };
  const unreachable = networkCode(error);
  if (unreachable !== undefined) return { text: `the server cannot be reached (${unreachable})` };
  const said = messageOf(error).replace(/^MCP error -?\d+: /, "");
  return { text: foreignText(said, limits.problemBytes).replace(/\.$/, "") };
}

function loginText({ message, challenge: { status, scope } }: LoginNeeded): string {
  const rights = status === 403 && scope !== undefined ? `: ${foreignText(scope, limits.problemBytes)}` : "";
  return `${message} (HTTP ${status})${rights}`;
}

/** The HTTP status in an error. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "UnauthorizedError") return 401;
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  if (code === "CLIENT_HTTP_AUTHENTICATION") return 401;
  return typeof status === "number" ? status : undefined;
}

/** The client timed out. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "REQUEST_TIMEOUT";
}

/** The system's error code below a failed `fetch`. */
function networkCode(error: unknown): string | undefined {
  let fetched = false;
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    fetched ||= inner.message === "fetch failed";
    if (fetched && "code" in inner && typeof inner.code === "string") return inner.code;
  }
  return fetched ? "no connection" : undefined;
}

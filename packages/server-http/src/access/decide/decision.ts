import type { Role } from "../role.ts";
import type { RequestTarget } from "./request-target.ts";

/** What is done with a request, as data. */
export type AccessDecision =
  | Admitted
  /** Anybody may have it: a page without data. */
  | ({ readonly kind: "public" } & RequestTarget)
  /** A browser brings the code that it was opened with. */
  | { readonly kind: "login"; readonly code: string }
  | Refused;

export interface Admitted extends RequestTarget {
  readonly kind: "admitted";
  readonly role: Role;
  /** Id of the credential. */
  readonly credential: string;
}

export interface Refused {
  readonly kind: "refused";
  readonly status: 400 | 401 | 403 | 405 | 411 | 413 | 414 | 415 | 421 | 429;
  readonly code: RefusalCode;
  readonly message: string;
}

export type RefusalCode =
  | "bad-target"
  | "bad-headers"
  | "method"
  | "host"
  | "remote-address"
  | "cross-site"
  | "origin"
  | "upgrade"
  | "no-length"
  | "too-large"
  | "not-json"
  | "no-token"
  | "wrong-token"
  | "too-many-wrong-tokens";

import { randomBytes } from "node:crypto";
import { digestOf, type Credential } from "../decide/credentials.ts";
import type { AccessLimits } from "../limits.ts";
import type { Role } from "../role.ts";

/** The secrets of one server, in memory: with its process they are gone. */
export interface CredentialStore {
  all(): readonly Credential[];
  /** A token of 256 bits, for the `Authorization` header. */
  addToken(role: Role): IssuedSecret;
  /** A code for a browser: valid once, and for a minute. */
  addCode(role: Role): string;
  /** @returns the secret for the cookie, or `undefined` for a code that is unknown, used or too old. */
  redeem(code: string): string | undefined;
  /** @returns whether there was such a token or browser. */
  revoke(id: string): boolean;
}

export interface IssuedSecret {
  readonly id: string;
  readonly secret: string;
}

interface Code {
  readonly digest: string;
  readonly role: Role;
  readonly until: number;
}

/** The oldest of more is dropped. */
const mostCodes = 16;
const mostCredentials = 64;

/** @param now - milliseconds; only differences count. */
export function createCredentialStore(
  { codeMs }: Pick<AccessLimits, "codeMs">,
  now: () => number = () => performance.now(),
): CredentialStore {
  let credentials: readonly Credential[] = [];
  let codes: readonly Code[] = [];

  function add(role: Role, by: Credential["by"]): IssuedSecret {
    const secret = newSecret();
    const id = randomBytes(6).toString("hex");
    const [first, ...others] = [...credentials, { id, digest: digestOf(secret), role, by }];
    // The first is the owner's: it stays.
    credentials = first === undefined ? [] : [first, ...others.slice(1 - mostCredentials)];
    return { id, secret };
  }

  return {
    all: () => credentials,
    addToken: (role) => add(role, "bearer"),
    addCode(role) {
      const code = newSecret();
      codes = [...codes, { digest: hex(code), role, until: now() + codeMs }].slice(-mostCodes);
      return code;
    },
    redeem(code) {
      // Whoever can learn from the time of comparing digests cannot make a code of it.
      const digest = hex(code);
      const found = codes.find((one) => one.digest === digest);
      codes = codes.filter((one) => one !== found && one.until > now());
      return found && found.until > now() ? add(found.role, "browser").secret : undefined;
    },
    revoke(id) {
      const before = credentials.length;
      credentials = credentials.filter((one) => one.id !== id);
      return credentials.length < before;
    },
  };
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function hex(secret: string): string {
  return Buffer.from(digestOf(secret)).toString("hex");
}

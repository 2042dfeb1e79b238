import { randomBytes } from "node:crypto";
import { digestOf, type Credential } from "../decide/credentials.ts";
import type { AccessLimits } from "../limits.ts";
import type { Role } from "../role.ts";
import type { KeptBrowser } from "./kept-browsers.ts";

/** The secrets of one server, by their digests. Tokens and codes are gone with its process. */
export interface CredentialStore {
  all(): readonly Credential[];
  /** Those that stay logged in. */
  browsers(): readonly KeptBrowser[];
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

/** @param kept - browsers that were logged in before. */
export function createCredentialStore(
  { codeMs, browserMs }: Pick<AccessLimits, "codeMs" | "browserMs">,
  kept: readonly KeptBrowser[] = [],
): CredentialStore {
  let credentials: readonly (Credential | KeptBrowser)[] = [];
  let codes: readonly Code[] = [];
  // Setting the clock of the machine changes nothing about a code.
  const now = () => performance.now();

  function add(role: Role, by: Credential["by"]): IssuedSecret {
    const secret = newSecret();
    const id = randomBytes(6).toString("hex");
    const credential = { id, digest: digestOf(secret), role };
    const made =
      by === "browser" ? { ...credential, by, until: Date.now() + browserMs } : { ...credential, by };
    const [first, ...others] = [...valid(), made, ...(credentials.length === 0 ? kept : [])];
    // The first is the owner's: it stays.
    credentials = first === undefined ? [] : [first, ...others.slice(1 - mostCredentials)];
    return { id, secret };
  }

  function valid(): readonly (Credential | KeptBrowser)[] {
    return credentials.filter((one) => !("until" in one) || one.until > Date.now());
  }

  return {
    all: valid,
    browsers: () => valid().filter((one) => "until" in one),
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

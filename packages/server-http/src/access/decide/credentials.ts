import { createHash, timingSafeEqual } from "node:crypto";
import type { Role } from "../role.ts";
import { onlyValue, valuesOf, type HeaderLines } from "./headers.ts";

/** A secret that somebody may bring, by its digest: the secret itself is not kept. */
export interface Credential {
  readonly id: string;
  /** SHA-256. */
  readonly digest: Uint8Array;
  readonly role: Role;
  /** `bearer`: in the `Authorization` header; `browser`: in a cookie. */
  readonly by: "bearer" | "browser";
}

/** What a request brings to say who it is. */
export type Presented =
  | { readonly by: Credential["by"]; readonly secret: string }
  | "none"
  /** It cannot be read, or is there twice. */
  | "malformed";

/** A bearer wins over a cookie: whoever sends one means it. */
export function presentedIn(headers: HeaderLines, cookie: string): Presented {
  const authorization = onlyValue(headers, "authorization");
  if (authorization === "twice") return "malformed";
  if (authorization.value !== undefined) {
    const [, secret] = /^bearer +([\w.~+/=-]+)$/i.exec(authorization.value) ?? [];
    return secret === undefined ? "malformed" : { by: "bearer", secret };
  }
  const values = valuesOf(headers, "cookie")
    .flatMap((line) => line.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookie}=`))
    .map((pair) => pair.slice(cookie.length + 1));
  const [secret] = values;
  if (secret === undefined) return "none";
  return values.length > 1 ? "malformed" : { by: "browser", secret };
}

/** Compares with every credential, in a time that does not tell how much of a secret was right. */
export function credentialOf(
  { by, secret }: Exclude<Presented, string>,
  credentials: readonly Credential[],
): Credential | undefined {
  const digest = digestOf(secret);
  let found: Credential | undefined;
  for (const credential of credentials) {
    const isSame = timingSafeEqual(digest, credential.digest);
    if (isSame && credential.by === by) found = credential;
  }
  return found;
}

export function digestOf(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}

import { createHash, createHmac } from "node:crypto";
import type { Hash, Hmac } from "node:crypto";
import type { KeySource } from "./credentials.ts";
import { loadSignatureV4 } from "./later.ts";

export interface Outgoing {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** Gives the headers that a request has to carry. */
export type Signer = (outgoing: Outgoing) => Promise<Record<string, string>>;

/** For a key of Bedrock's own, which is not signed with. */
export function bearer(key: string): Signer {
  return ({ headers }) => Promise.resolve({ ...headers, authorization: `Bearer ${key}` });
}

/** Signature version 4 over all of the request. What is sent must be what was signed, byte for byte. */
export async function signer(region: string, keys: KeySource): Promise<Signer> {
  const { SignatureV4 } = await loadSignatureV4();
  // Missing keys are said before the first request, not by it.
  await keys();
  return async ({ method, url, headers, body }) => {
    const signature = new SignatureV4({
      service: "bedrock",
      region,
      credentials: await keys(),
      sha256: Sha256,
    });
    const signed = await signature.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...headers, host: url.host },
      ...(body === undefined ? {} : { body }),
    });
    // The host is signed, and sent by the transport itself.
    const { host: _, ...sent } = signed.headers;
    return sent;
  };
}

/** The form of hash that the signing library asks for. */
class Sha256 {
  private readonly hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(bytesOf(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }
  reset(): void {
    throw new Error("A hash is used once.");
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

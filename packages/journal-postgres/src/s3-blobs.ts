import { setTimeout } from "node:timers/promises";
import { outgoingFetch, UnusableProxy } from "@skein/platform/outgoing";
import { messageOf, SessionError } from "@skein/protocol";
import type { LargeBlobs } from "./large-blobs.ts";
import { loadAws4fetch } from "./later.ts";

/** A place in a bucket of S3, or of a server that speaks like it. */
export interface S3Place {
  readonly bucket: string;
  /** Before the names of all objects, without a slash at its ends; may be empty. */
  readonly prefix: string;
  readonly region: string;
  /** Of a server that is not AWS's: the bucket is then the first part of the path. */
  readonly endpoint?: string;
}

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

interface Body {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Answers after which the same request may pass. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const pausesMs = [200, 1_000, 3_000];
/** For the whole of a blob. */
const transferMs = 120_000;

/** Objects named `prefix/session/hash`; each request carries the hash of what it sends, which the server checks. */
export function s3Blobs(place: S3Place, keys: S3Keys): LargeBlobs {
  const { bucket, prefix, region, endpoint } = place;
  const root =
    endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`;
  const keyOf = (session: string, hash: string): string =>
    [...(prefix === "" ? [] : [prefix]), session, hash].join("/");

  async function send(method: string, key: string, body?: Body): Promise<Response> {
    const { AwsClient } = await loadAws4fetch();
    const client = new AwsClient({ ...keys, service: "s3", region, retries: 0 });
    const signed = await client.sign(`${root}/${key.split("/").map(encodeURIComponent).join("/")}`, {
      method,
      headers: { "x-amz-content-sha256": body?.hash ?? hashOfNothing },
      ...(body === undefined ? {} : { body: new Uint8Array(body.bytes) }),
      signal: AbortSignal.timeout(transferMs),
    });
    return outgoingFetch(signed);
  }

  /** Safe to repeat: an object's name says what is in it. @returns what was sent back; `undefined` when there is no such object. */
  async function ask(did: string, method: string, key: string, body?: Body): Promise<Uint8Array | undefined> {
    for (let tries = 0; ; tries++) {
      const answer = await answered(send(method, key, body));
      if ("bytes" in answer && answer.isGood) return answer.bytes;
      if ("bytes" in answer && answer.code === "NoSuchKey") return undefined;
      const pause = "lost" in answer && answer.lost instanceof UnusableProxy ? undefined : pausesMs[tries];
      if (("bytes" in answer && !passing.has(answer.status)) || pause === undefined)
        throw refusal(place, did, key, answer);
      await setTimeout(pause);
    }
  }

  return {
    name: `s3://${[bucket, prefix].filter(Boolean).join("/")}`,
    async put(session, hash, bytes) {
      await ask("was not stored", "PUT", keyOf(session, hash), { hash, bytes });
    },
    get: (session, hash) => ask("was not read", "GET", keyOf(session, hash)),
    async remove(session, hash) {
      await ask("was not removed", "DELETE", keyOf(session, hash));
    },
  };
}

const hashOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

interface Answered {
  readonly isGood: boolean;
  readonly status: number;
  /** S3's own word for what is wrong; empty where it gave none. */
  readonly code: string;
  readonly bytes: Uint8Array;
}

async function answered(response: Promise<Response>): Promise<Answered | { readonly lost: unknown }> {
  try {
    const given = await response;
    const { ok, status } = given;
    const bytes = new Uint8Array(await given.arrayBuffer());
    const code = ok ? "" : (/<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString("utf8"))?.[1] ?? "");
    return { isGood: ok, status, code, bytes };
  } catch (error) {
    return { lost: error };
  }
}

function refusal(
  { bucket, endpoint }: S3Place,
  did: string,
  key: string,
  answer: Answered | { readonly lost: unknown },
): SessionError {
  const what = `The object ${key} of the bucket ${bucket}${endpoint === undefined ? "" : ` at ${endpoint}`} ${did}`;
  if ("lost" in answer) {
    const { lost } = answer;
    const cause = lost instanceof Error && lost.cause instanceof Error ? lost.cause : lost;
    return new SessionError("unreachable", `${what}: ${messageOf(cause)}.`, {
      cause: lost,
      hint: "All that was written before is kept: resume the session once the bucket can be reached.",
    });
  }
  const { status, code } = answer;
  const isPassing = passing.has(status);
  return new SessionError(
    isPassing ? "unreachable" : "read-only",
    `${what}: HTTP ${status}${code === "" ? "" : ` ${code}`}.`,
    { hint: isPassing ? "Resume the session once the bucket answers again." : hintOf(status, code) },
  );
}

function hintOf(status: number, code: string): string {
  if (code === "NoSuchBucket") return "Create the bucket, or correct its name in the address of the blobs.";
  if (/Signature|AccessKey|Token/.test(code))
    return "Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.";
  if (code === "AuthorizationHeaderMalformed" || code === "PermanentRedirect" || status === 301)
    return "Name the bucket's own region: ?region=… in the address of the blobs, or AWS_REGION.";
  if (status === 403) return "Let these keys do s3:GetObject, s3:PutObject and s3:DeleteObject there.";
  return "Check bucket, endpoint and region in the address of the blobs.";
}

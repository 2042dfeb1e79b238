import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface S3Server {
  readonly endpoint: string;
  /** By `bucket/key`. */
  readonly objects: Map<string, Buffer>;
  /** Statuses that the next requests get instead of an answer. */
  readonly failures: number[];
}

export const keys = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
const region = "eu-north-1";

/** Objects of one bucket. It checks the signature, the date and the hash of what was sent, as S3 does. */
export async function s3Server(bucket: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const failures: number[] = [];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const refuse = (status: number, code: string): void =>
      void response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    const failure = failures.shift();
    const name = decodeURIComponent((request.url ?? "").slice(1));
    if (failure !== undefined) return refuse(failure, "InternalError");
    const problem = problemOf(request, body);
    if (problem !== undefined) return refuse(403, problem);
    if (!name.startsWith(`${bucket}/`)) return refuse(404, "NoSuchBucket");
    if (request.method === "PUT") return void (objects.set(name, body), response.end());
    if (request.method === "DELETE") return void (objects.delete(name), response.writeHead(204).end());
    const found = objects.get(name);
    if (!found) return refuse(404, "NoSuchKey");
    response.end(found);
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, objects, failures };
}

/** As AWS describes Signature Version 4, from what arrived alone. */
function problemOf(request: IncomingMessage, body: Buffer): string | undefined {
  const { authorization = "", "x-amz-date": date = "", "x-amz-content-sha256": hash } = request.headers;
  const [, scope = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(authorization) ?? [];
  const [id, day = "", ...rest] = scope.split("/");
  if (id !== keys.accessKeyId) return "InvalidAccessKeyId";
  if (rest.join("/") !== `${region}/s3/aws4_request`) return "AuthorizationHeaderMalformed";
  if (hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const sentAt = Date.parse(
    String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  if (!(Math.abs(sentAt - Date.now()) < 15 * 60_000) || !String(date).startsWith(day))
    return "RequestTimeTooSkewed";
  for (const needed of ["host", "x-amz-content-sha256", "x-amz-date"])
    if (!names.split(";").includes(needed)) return "AccessDenied";
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, request.url, "", headers.join(""), names, hash].join("\n");
  const text = ["AWS4-HMAC-SHA256", date, [day, ...rest].join("/"), sha256(canonical)].join("\n");
  const key = [day, ...rest].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  );
  return hmac(key, text).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}

function sha256(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

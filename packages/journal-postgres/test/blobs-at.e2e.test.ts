import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { blobsAt } from "../src/index.ts";
import { keys, s3Server } from "./s3-server.ts";

const env = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
const bytes = randomBytes(1_500_000);
const hash = createHash("sha256").update(bytes).digest("hex");
const at = (endpoint: string, bucket = "skein"): string =>
  `s3://${bucket}/team%20a/blobs/?region=eu-north-1&endpoint=${endpoint}`;

it("keeps blobs in a bucket, by requests whose signature S3 accepts", async () => {
  const { endpoint, objects } = await s3Server("skein");
  const blobs = blobsAt(at(endpoint), env);
  await blobs.put("s-1", hash, bytes);
  expect([...objects.keys()]).toEqual([`skein/team a/blobs/s-1/${hash}`]);
  expect(Buffer.from((await blobs.get("s-1", hash)) ?? [])).toEqual(bytes);
  expect(await blobs.get("s-2", hash)).toBeUndefined();
  await blobs.remove("s-1", hash);
  await blobs.remove("s-1", hash);
  expect(objects.size).toBe(0);
});

it("keeps blobs in a folder", async () => {
  await using folder = await temporaryFolder();
  const blobs = blobsAt(new URL(`file://${folder.path}/blobs`).href, {});
  await blobs.put("s", hash, bytes);
  expect(await blobsAt(`${folder.path}/blobs`, {}).get("s", hash)).toEqual(bytes);
});

it("asks again when a server is overloaded", async () => {
  const { endpoint, failures, objects } = await s3Server("skein");
  failures.push(503, 500);
  await blobsAt(at(endpoint), env).put("s", hash, bytes);
  expect([failures, objects.size]).toEqual([[], 1]);
});

it.each([
  [
    "a wrong secret",
    { ...env, AWS_SECRET_ACCESS_KEY: "other" },
    "skein",
    "403 SignatureDoesNotMatch",
    /AWS_SECRET/,
  ],
  [
    "an unknown key",
    { ...env, AWS_ACCESS_KEY_ID: "other" },
    "skein",
    "403 InvalidAccessKeyId",
    /AWS_ACCESS_KEY_ID/,
  ],
  ["no such bucket", env, "missing", "404 NoSuchBucket", /Create the bucket/],
])("says bucket, object, status and the next step: %s", async (_, given, bucket, status, hint) => {
  const { endpoint } = await s3Server("skein");
  const blobs = blobsAt(at(endpoint, bucket), given);
  const error = await blobs.put("s", hash, bytes).catch((refused: unknown) => refused);
  expect(error).toMatchObject({ name: "SessionError", code: "read-only" });
  expect(error).toMatchObject({ hint: expect.stringMatching(hint) as string });
  expect(String(error)).toContain(
    `The object team a/blobs/s/${hash} of the bucket ${bucket} at ${endpoint} was not stored: HTTP ${status}.`,
  );
});

it.each([
  ["blobs", {}, /is none/],
  ["https://skein", {}, /is none/],
  ["s3://", {}, /is none/],
  ["s3://id:secret@skein?region=x", env, /has keys in it/],
  ["s3://skein?regio=x", env, /unknown parameter regio/],
  ["s3://skein", env, /names no region/],
  ["s3://skein?endpoint=minio", env, /minio of large blobs is no endpoint/],
  ["s3://skein?region=x", {}, /no keys/],
])("refuses %s", (address, given, why) => {
  expect(() => blobsAt(address, given)).toThrow(why);
  expect(() => blobsAt(address, given)).not.toThrow(/id:secret/);
});

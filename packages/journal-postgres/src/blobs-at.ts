import { variableIn } from "@skein/platform/variables";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError, messageOf } from "@skein/protocol";
import { fileBlobs, type LargeBlobs } from "./large-blobs.ts";
import { s3Blobs, type S3Keys } from "./s3-blobs.ts";

type Env = Readonly<Record<string, string | undefined>>;

const hint =
  "Write s3://BUCKET/PREFIX?region=REGION, with &endpoint=https://HOST for a server that is not AWS's, or the path of a folder that all machines see.";

/**
 * The place of large blobs that an address names: `s3://bucket/prefix?region=…&endpoint=…`, `file:///folder`, or the path of
 * a folder. Keys and defaults of S3 are in AWS's own variables. Throws `ConfigError`.
 */
export function blobsAt(address: string, env: Env): LargeBlobs {
  if (isAbsolute(address)) return fileBlobs(address);
  const url = URL.parse(address);
  if (url?.protocol === "file:") return fileBlobs(folderOf(url, address));
  if (url?.protocol !== "s3:" || url.hostname === "") throw refused(address, "is none");
  if (url.username !== "" || url.password !== "")
    throw refused("s3://…@…", "has keys in it", "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.");
  const known = new Set(["region", "endpoint"]);
  const unknown = [...url.searchParams.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw refused(address, `has the unknown parameter ${unknown}`);
  const endpoint = endpointOf(url, env);
  const region =
    url.searchParams.get("region") ?? variableIn(env, "AWS_REGION") ?? variableIn(env, "AWS_DEFAULT_REGION");
  if (region === undefined && endpoint === undefined)
    throw refused(address, "names no region", "Add ?region=REGION to it, or set AWS_REGION.");
  return s3Blobs(
    {
      bucket: url.hostname,
      prefix: decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, ""),
      region: region ?? "us-east-1", // what servers that have no regions sign with
      ...(endpoint === undefined ? {} : { endpoint }),
    },
    keysOf(env, address),
  );
}

function folderOf(url: URL, address: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw refused(address, `is none (${messageOf(error)})`);
  }
}

function endpointOf(url: URL, env: Env): string | undefined {
  const written =
    url.searchParams.get("endpoint") ??
    variableIn(env, "AWS_ENDPOINT_URL_S3") ??
    variableIn(env, "AWS_ENDPOINT_URL");
  if (written === undefined) return undefined;
  const endpoint = URL.parse(written);
  if (endpoint?.protocol !== "https:" && endpoint?.protocol !== "http:")
    throw refused(written, "is no endpoint", "Write it as https://HOST or https://HOST:PORT.");
  return written.replace(/\/+$/, "");
}

function keysOf(env: Env, address: string): S3Keys {
  const [accessKeyId, secretAccessKey, sessionToken] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
  ].map((name) => variableIn(env, name));
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError("missing-key", `There are no keys for the blobs at ${address}.`, {
      hint: "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    });
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

function refused(address: string, why: string, next = hint): ConfigError {
  return new ConfigError("usage", `The address ${address} of large blobs ${why}.`, { hint: next });
}

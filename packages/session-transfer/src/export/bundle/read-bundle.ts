import {
  ConfigError,
  isJsonObject,
  isSessionId,
  messageOf,
  type Entry,
  type JsonObject,
  type JsonValue,
} from "@skein/protocol";
import { blobBytes, hashOf, type WrittenBlob } from "./blob-text.ts";
import { wrongField } from "./entry-shapes.ts";
import { bundleVersion } from "./write-bundle.ts";

export interface Bundle {
  readonly session: string;
  /** When it was exported, as it says. */
  readonly exported: string;
  readonly environment: JsonObject | undefined;
  /** Texts were replaced when it was written: hashes of requests no longer fit. */
  readonly isHidden: boolean;
  readonly entries: readonly Entry[];
  /** By hash, SHA-256 in hex. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
  /** Hashes that entries name and whose bytes were lost before the export. */
  readonly missing: readonly string[];
}

/**
 * Reads what `writeBundle` wrote. Kinds of entries that this version does not know are kept.
 *
 * @throws ConfigError that names the field that is not as it must be.
 */
export function readBundle(text: string): Bundle {
  const bundle = parsed(text);
  const { skein, session, exported, environment, hidden } = bundle;
  if (typeof skein === "number" && skein > bundleVersion)
    throw new ConfigError("unreadable", `skein: the bundle has version ${skein}, newer than this Skein.`, {
      hint: "Update Skein, then try again.",
    });
  if (skein !== bundleVersion) throw wrong("skein", `must be ${bundleVersion}: this is not a Skein bundle`);
  if (typeof session !== "string" || !isSessionId(session))
    throw wrong("session", "must be the id of a session");
  if (environment !== undefined && !isJsonObject(environment))
    throw wrong("environment", "must be an object");
  const entries = checkedEntries(bundle["entries"]);
  const { blobs, missing } = checkedBlobs(bundle["blobs"]);
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === "context" && !blobs.has(entry.hash) && !missing.includes(entry.hash))
      throw wrong(`entries[${index}].hash`, `names a blob that is not there: ${entry.hash}`);
  }
  return {
    session,
    exported: typeof exported === "string" ? exported : "",
    environment,
    isHidden: hidden === true,
    entries,
    blobs,
    missing,
  };
}

function parsed(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new ConfigError("unreadable", `The bundle is not JSON: ${messageOf(cause)}`, {
      cause,
      hint: "Export the session again; the file may have been cut off.",
    });
  }
  if (!isJsonObject(value)) throw wrong("skein", "is missing: this is not a Skein bundle");
  return value;
}

function checkedEntries(value: JsonValue | undefined): readonly Entry[] {
  if (!Array.isArray(value)) throw wrong("entries", "must be a list");
  for (const [index, entry] of (value as readonly JsonValue[]).entries()) {
    const at = `entries[${index}]`;
    if (!isJsonObject(entry)) throw wrong(at, "must be an object");
    if (entry["seq"] !== index + 1) throw wrong(`${at}.seq`, `must be ${index + 1}: entries count from 1`);
    if (typeof entry["kind"] !== "string") throw wrong(`${at}.kind`, "must be a text");
    if (!Number.isSafeInteger(entry["v"])) throw wrong(`${at}.v`, "must be a whole number");
    if (!Number.isSafeInteger(entry["at"])) throw wrong(`${at}.at`, "must be milliseconds since 1970");
    if (entry["run"] !== null && typeof entry["run"] !== "string")
      throw wrong(`${at}.run`, "must be a text or null");
    const field = wrongField(entry);
    if (field) throw wrong(`${at}.${field.field}`, `must be ${field.must}`);
  }
  return value as readonly Entry[];
}

function checkedBlobs(value: JsonValue | undefined): Pick<Bundle, "blobs" | "missing"> {
  if (!isJsonObject(value)) throw wrong("blobs", "must be an object");
  const blobs = new Map<string, Uint8Array>();
  const missing: string[] = [];
  for (const [hash, blob] of Object.entries(value)) {
    if (blob === null) {
      missing.push(hash);
      continue;
    }
    if (!isWrittenBlob(blob)) throw wrong(`blobs.${hash}`, 'must be {"text": …} or {"base64": …}');
    const bytes = blobBytes(blob);
    const real = hashOf(bytes);
    if (real !== hash) throw wrong(`blobs.${hash}`, `was changed: its content has the hash ${real}`);
    blobs.set(hash, bytes);
  }
  return { blobs, missing };
}

function isWrittenBlob(blob: JsonValue): blob is JsonObject & WrittenBlob {
  return isJsonObject(blob) && (typeof blob["text"] === "string" || typeof blob["base64"] === "string");
}

function wrong(field: string, must: string): ConfigError {
  return new ConfigError("unreadable", `${field} ${must}.`, {
    hint: "Take a bundle as an export with the format json wrote it.",
  });
}

import { mapStrings, type Entry, type JsonObject, type JsonValue } from "@skein/protocol";
import { hashOf, utf8Of, writtenBlob } from "./blob-text.ts";
import { redactEntry, type RedactText } from "./redact-entry.ts";

export interface BundleSource {
  readonly session: string;
  readonly entries: Iterable<Entry> | AsyncIterable<Entry>;
  blob(hash: string): Promise<Uint8Array | undefined>;
}

export interface BundleOptions {
  /** When it was exported; milliseconds since the epoch. */
  readonly at: number;
  /** Facts for a bug report: versions, platform. */
  readonly environment?: JsonObject;
  /**
   * Applied to every string but the session's id, also in blobs. Blobs that it changes get new names, here and in the entries that name
   * them, and the bundle says `"hidden": true`: hashes of requests no longer fit.
   */
  readonly redact?: RedactText;
}

/** The version of the form. */
export const bundleVersion = 1;

/**
 * A session as one JSON object, lossless unless something is hidden. Comes in pieces, one for each entry, so that a
 * big session is never in memory as a whole. A blob that the store does not have is `null`.
 */
export async function* writeBundle(source: BundleSource, options: BundleOptions): AsyncGenerator<string> {
  const { at, environment, redact: hide } = options;
  const head = {
    skein: bundleVersion,
    exported: new Date(at).toISOString(),
    session: source.session,
    ...(environment ? { environment: hide ? mapStrings(environment, hide) : environment } : {}),
    ...(hide ? { hidden: true } : {}),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"entries": [`;
  /** Hash in the store → hash in the bundle. */
  const blobs = new Map<string, string>();
  let isFirst = true;
  for await (const entry of source.entries) {
    if (entry.kind === "context" && !blobs.has(entry.hash)) {
      const bytes = hide ? await hiddenBlob(source, entry.hash, hide) : undefined;
      blobs.set(entry.hash, bytes ? hashOf(bytes) : entry.hash);
    }
    yield `${isFirst ? "" : ","}\n${JSON.stringify(written(entry, blobs, hide))}`;
    isFirst = false;
  }
  yield '\n],\n"blobs": {';
  isFirst = true;
  for (const [name, stored] of new Map([...blobs].map(([from, to]) => [to, from]))) {
    const bytes = hide ? await hiddenBlob(source, stored, hide) : await source.blob(stored);
    yield `${isFirst ? "" : ","}\n${JSON.stringify(name)}: ${JSON.stringify(bytes ? writtenBlob(bytes) : null)}`;
    isFirst = false;
  }
  yield "\n}}\n";
}

function written(entry: Entry, blobs: ReadonlyMap<string, string>, hide: RedactText | undefined): Entry {
  const shown = hide ? redactEntry(entry, hide) : entry;
  if (entry.kind !== "context" || shown.kind !== "context") return shown;
  return { ...shown, hash: blobs.get(entry.hash) ?? entry.hash };
}

async function hiddenBlob(
  source: BundleSource,
  name: string,
  hide: RedactText,
): Promise<Uint8Array | undefined> {
  const bytes = await source.blob(name);
  const text = bytes && utf8Of(bytes);
  if (text === undefined) return bytes;
  try {
    // Inside JSON a secret may be spelled with escapes.
    return Buffer.from(JSON.stringify(mapStrings(JSON.parse(text) as JsonValue, hide)));
  } catch {
    return Buffer.from(hide(text));
  }
}

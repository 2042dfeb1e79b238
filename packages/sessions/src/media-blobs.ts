import type { Entry, ToolContentPart } from "@skein/protocol";

// Images and files of an entry are blobs, so that one that stands in several entries is kept once.

/** Base64 characters; what is shorter stays in its entry. */
const inlineCharacters = 4096;

/** As a part is kept: `data` is empty, and `blob` names its bytes. */
type KeptPart = ToolContentPart & { readonly blob?: string };

/** The entry as it is kept. @param put - keeps bytes. @returns their hash. */
export function withMediaKept(entry: Entry, put: (bytes: Uint8Array) => string): Entry {
  return withParts(entry, (part) => {
    if (part.type === "text" || part.data.length < inlineCharacters) return part;
    const bytes = Buffer.from(part.data, "base64");
    // What is written in another form has to come back as it was.
    return bytes.toString("base64") === part.data ? { ...part, data: "", blob: put(bytes) } : part;
  });
}

/** The entry as it was given. @param get - the bytes with a hash. */
export function withMediaBack(entry: Entry, get: (hash: string) => Uint8Array): Entry {
  return withParts(entry, ({ blob, ...part }) =>
    blob === undefined || part.type === "text"
      ? part
      : { ...part, data: Buffer.from(get(blob)).toString("base64") },
  );
}

/** The entry with other blobs. @param hashes - old → new. */
export function withMediaHashes(entry: Entry, hashes: ReadonlyMap<string, string>): Entry {
  return withParts(entry, (part) => {
    const hash = part.blob === undefined ? undefined : hashes.get(part.blob);
    return hash === undefined ? part : { ...part, blob: hash };
  });
}

/** The same object where no part is changed. */
function withParts(entry: Entry, change: (part: KeptPart) => KeptPart): Entry {
  if (!hasParts.has(entry.kind)) return entry;
  const field = entry.kind === "run-start" ? "input" : "content";
  const { [field]: parts }: Readonly<Record<string, unknown>> = { ...entry };
  if (!Array.isArray(parts) || parts.every(isText)) return entry;
  return { ...entry, [field]: (parts as readonly KeptPart[]).map(change) };
}

const hasParts: ReadonlySet<string> = new Set(["run-start", "queued", "user-message", "tool-result"]);

function isText(part: unknown): boolean {
  return (part as Partial<KeptPart> | null)?.type === "text";
}

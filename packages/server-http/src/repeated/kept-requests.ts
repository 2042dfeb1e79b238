import { jsonInText } from "@skein/platform/json";
import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { isMissing } from "@skein/platform/files";
import { ConfigError } from "@skein/protocol";
import { z } from "zod";

/** A request that an earlier server took, as far as it is known. */
export interface EarlierRequest {
  /** The last entry of its session before it. */
  readonly mark: number;
  /** Absent: that server ended in the middle of it, or the result was too large to keep. */
  readonly result?: { readonly value: unknown };
}

/** Requests on disk, so that one that is sent again after the end of a server is known. */
export interface KeptRequests {
  /** What an earlier server knew of it. */
  earlier(id: string): EarlierRequest | undefined;
  /** To be called before anything is done: it is on disk when it resolves. */
  begin(id: string, mark: number): Promise<void>;
  end(id: string, value: unknown): Promise<void>;
  /** It failed, and may be tried again. */
  drop(id: string): Promise<void>;
}

/** The oldest of more are forgotten at the next start. */
const mostKept = 1000;
const mostResultCharacters = 64 * 1024;

const line = z.object({
  id: z.string(),
  mark: z.exactOptional(z.int()),
  value: z.exactOptional(z.unknown()),
  failed: z.exactOptional(z.literal(true)),
});

/**
 * One JSON object a line; lines that cannot be read, such as one that a kill has cut off, are left out.
 *
 * @param file - in a folder for its owner alone, of one server at a time.
 */
export async function keptRequests(file: string): Promise<KeptRequests> {
  const earlier = latest(await textIn(file));
  const lines = [...earlier].map(([id, { mark, result }]) => ({ id, mark, ...result }));
  // Whole or not at all: a kill in between would forget them.
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, lines.map(toLine).join(""), { mode: 0o600 });
  await rename(fresh, file);
  const add = (value: z.input<typeof line>): Promise<void> =>
    appendFile(file, toLine(value), { flush: true });
  return {
    earlier: (id) => earlier.get(id),
    begin: (id, mark) => add({ id, mark }),
    async end(id, value) {
      if (JSON.stringify(value).length <= mostResultCharacters) await add({ id, value });
    },
    async drop(id) {
      earlier.delete(id);
      await add({ id, failed: true });
    },
  };
}

/** A file that is there and cannot be read is an error: what it knows must not be done twice. */
async function textIn(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (isMissing(cause)) return "";
    throw new ConfigError("unreadable", `${file}, with the keys of repeated requests, cannot be read.`, {
      cause,
      hint: "Remove it: then requests of before are not known.",
    });
  }
}

function latest(text: string): Map<string, EarlierRequest> {
  const found = new Map<string, EarlierRequest>();
  for (const one of text.split("\n")) {
    const read = line.safeParse(jsonInText(one));
    if (!read.success) continue;
    const { id, mark = found.get(id)?.mark ?? 0, failed } = read.data;
    found.delete(id);
    if (failed) continue;
    found.set(id, { mark, ...("value" in read.data ? { result: { value: read.data.value } } : {}) });
  }
  return new Map([...found].slice(-mostKept));
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

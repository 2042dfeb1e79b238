import { createHash } from "node:crypto";
import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "@skein/platform/files";
import { ConfigError } from "@skein/protocol";
import { readGgufFacts } from "./gguf-facts.ts";
import { openSource, type OpenSource } from "./open-source.ts";
import { createPartFile, type ReceiveProgress } from "./part-file.ts";
import { modelEnding, modelSource, type ModelSource } from "./source.ts";

/** What to add, and where to. */
export interface AddOptions {
  /** Folder of the models. Made if it is missing, for the user alone. */
  readonly folder: string;
  /** SHA-256 that the file must have, in hexadecimal. Default: the one that the server names, if it does. */
  readonly sha256?: string | undefined;
  /** For `HF_ENDPOINT` and `HF_TOKEN`. Default: the process's. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Receives the bytes that are there, and those of the whole file: `undefined` if the server does not say. */
  readonly progress?: ReceiveProgress | undefined;
}

/** A model that was added. */
export interface AddedModel {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
  /** Who named the hash that the file has. `undefined`: it was not checked. */
  readonly checkedBy: "user" | "server" | undefined;
}

/**
 * Copies or downloads a model into the folder. It appears there complete and checked, or not at all. What was interrupted
 * stays in a file that ends in `.part`, and the same call continues it if the server has the same version.
 *
 * Throws `ConfigError`, or the signal's reason.
 */
export async function addModelFile(
  text: string,
  options: AddOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<AddedModel> {
  const { folder, env = process.env, progress = () => undefined } = options;
  const source = modelSource(text, env);
  const path = join(folder, `${source.name}${modelEnding}`);
  if (existsSync(path))
    throw new ConfigError("usage", `${path} already exists.`, { hint: `Remove it first: ${source.name}` });
  const wanted = options.sha256?.toLowerCase();
  if (wanted !== undefined && !/^[0-9a-f]{64}$/.test(wanted))
    throw new ConfigError("usage", `Invalid SHA-256: "${options.sha256}".`, {
      hint: "Use 64 hexadecimal digits.",
    });
  makePrivateFolder(folder);
  const part = createPartFile(path);
  const origin = originOf(source);
  const opened = await openSource(source, part.resumption(origin), signal);
  part.remember(origin, opened.version);
  checkSpace(folder, opened);
  const sha256 = await part.receive(opened, progress, signal);
  const expected = wanted ?? opened.sha256;
  if (expected !== undefined && expected !== sha256) {
    part.remove();
    throw new ConfigError(
      "unreadable",
      `${text} has the SHA-256 ${sha256}, not ${expected}. It was removed.`,
      {
        hint: wanted === undefined ? "Try again." : "Check the hash and the source.",
      },
    );
  }
  if (readGgufFacts(part.path) === undefined) {
    part.remove();
    throw new ConfigError("unreadable", `${text} is not a GGUF file.`, { hint: "Check the source." });
  }
  part.place();
  const checkedBy = wanted !== undefined ? "user" : expected === undefined ? undefined : "server";
  return { name: source.name, path, bytes: statSync(path).size, sha256, checkedBy };
}

/** Tells a source from others without repeating its query, which may hold a key. */
function originOf({ from }: ModelSource): string {
  const text = "url" in from ? from.url.href : from.path;
  return createHash("sha256").update(text).digest("hex");
}

/** Throws `ConfigError` if the rest of the file does not fit on the disk. */
function checkSpace(folder: string, { bytes, start }: OpenSource): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = (bytes ?? 0) - start;
  if (needed <= bavail * bsize) return;
  throw new ConfigError(
    "unreadable",
    `${folder} has ${bavail * bsize} free bytes, and the model needs ${needed}.`,
    {
      hint: "Free some space and run the command again.",
    },
  );
}

import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { ConfigError, messageOf } from "@skein/protocol";
import type { runFlags } from "./flags.ts";
import type { Parsed } from "./parse-flags.ts";

type TaskFlags = Pick<Parsed<typeof runFlags>, "text" | "instructions">;

/**
 * The task: `-t`, `-i`, or both, one after the other; without either, standard input.
 *
 * @param isOptional - whether there may be none, as long as no flag promises one: then it is `undefined`.
 */
export async function readTask(
  { text: words, instructions }: TaskFlags,
  isOptional: boolean,
): Promise<string | undefined> {
  const parts = [words, instructions === undefined ? undefined : await readInstructions(instructions)];
  if (words === undefined && instructions === undefined && !process.stdin.isTTY)
    parts.push(await text(process.stdin));
  const task = parts.filter((part) => part !== undefined && part.trim() !== "").join("\n\n");
  if (task !== "") return task;
  if (isOptional && words === undefined && instructions === undefined) return undefined;
  throw new ConfigError("usage", "There is no task.", {
    hint: `Give it with -t "…", in a file with -i FILE, or on standard input.`,
  });
}

async function readInstructions(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  return readTextFile(file, "-i");
}

/** Throws `ConfigError` that names the flag and the file. */
export async function readTextFile(file: string, flag: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new ConfigError("unreadable", `${flag}: ${file} cannot be read (${messageOf(error)}).`, {
      hint: "Check the path; it is relative to the folder you are in.",
    });
  }
}

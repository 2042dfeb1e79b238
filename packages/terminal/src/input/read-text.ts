import { readFile } from "node:fs/promises";
import { ConfigError, messageOf } from "@skein/protocol";
import { loadPlatformText } from "../later.ts";

/**
 * The text of bytes in any encoding that the file tools read.
 *
 * @param source - for the sentence about a guessed encoding.
 */
export async function decodeInput(
  bytes: Buffer,
  source: string,
  onGuess: (sentence: string) => void,
): Promise<string> {
  // A command that reads nothing does not load it.
  const { describeGuess, readText } = await loadPlatformText();
  const read = await readText(bytes);
  if (read.isGuess) onGuess(`${source} is not UTF-8: ${describeGuess(read)}.`);
  return read.text;
}

/** Throws `ConfigError` that names the flag and the file. */
export async function readTextFile(
  file: string,
  flag: string,
  onGuess: (sentence: string) => void,
): Promise<string> {
  try {
    return await decodeInput(await readFile(file), `${flag}: ${file}`, onGuess);
  } catch (error) {
    throw new ConfigError("unreadable", `${flag}: ${file} cannot be read (${messageOf(error)}).`, {
      hint: "Check the path; it is relative to the folder you are in.",
    });
  }
}

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { isMissingOrBlocked } from "@skein/platform/files";
import { ConfigError, messageOf } from "@skein/protocol";
import { maxBytes } from "../read/document-limits.ts";
import { recipeText, type RecipeText } from "../read/recipe-text.ts";

/**
 * The text of a regular file; links are followed.
 *
 * @returns `undefined` when there is nothing of that name, or a folder. Throws `ConfigError` (`unreadable`) for
 *   everything else that cannot be read.
 */
export async function readRecipeFile(path: string): Promise<RecipeText | undefined> {
  try {
    // Without O_NONBLOCK, a named pipe would be waited for.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (stats.isDirectory()) return undefined;
    if (!stats.isFile()) throw unreadable(path, "it is not a regular file");
    if (stats.size > maxBytes)
      throw unreadable(path, `it has ${stats.size} bytes; at most ${maxBytes} are read`);
    return await recipeText(await file.readFile());
  } catch (error) {
    if (ConfigError.is(error)) throw error;
    if (isMissingOrBlocked(error) || (error as NodeJS.ErrnoException).code === "EISDIR") return undefined;
    throw unreadable(path, messageOf(error), error);
  }
}

function unreadable(path: string, why: string, cause?: unknown): ConfigError {
  return new ConfigError("unreadable", `The recipe ${path} cannot be read: ${why}.`, {
    hint: "Check it with ls -l.",
    cause,
  });
}

import { readFile } from "node:fs/promises";
import { describeGuess, readText } from "@skein/platform/text";

/** The text of a file in any encoding that the file tools read. */
export interface RecipeText {
  readonly text: string;
  /** A clause that names the encoding, if that was guessed; else empty. */
  readonly guess: string;
}

export async function recipeText(bytes: Uint8Array): Promise<RecipeText> {
  const read = await readText(bytes);
  return { text: read.text, guess: describeGuess(read) };
}

/** Reads a recipe of which the file is known. Rejects with the system's error. */
export async function readSource(file: string): Promise<RecipeText & { readonly file: string }> {
  return { ...(await recipeText(await readFile(file))), file };
}

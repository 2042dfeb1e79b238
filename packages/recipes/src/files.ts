import { open, realpath } from "node:fs/promises";
import { isMissingOrBlocked } from "@skein/platform/files";
import { recipeText, type RecipeText } from "./read/recipe-text.ts";

/** The files that belong to a recipe: what it includes, its sub-recipes, files given as parameters. */
export interface RecipeFiles {
  /** `undefined` when there is no such file. Rejects when it is larger than `maxBytes` or cannot be read. */
  read(path: string, maxBytes: number): Promise<RecipeText | undefined>;
  /** Absolute and without links; `undefined` when nothing is there. */
  realPath(path: string): Promise<string | undefined>;
  /** Why there are no files at all, as the end of a sentence. Absent: there may be some. */
  readonly noneBecause?: string;
}

/** Those of this machine. */
export const filesOnDisk: RecipeFiles = {
  async read(path, maxBytes) {
    let file;
    try {
      file = await open(path, "r");
    } catch (error) {
      if (isMissingOrBlocked(error)) return undefined;
      throw error;
    }
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new Error(`${path} is not a file`);
      if (stat.size > maxBytes) throw new Error(`${path} has more than ${maxBytes} bytes`);
      return await recipeText(await file.readFile());
    } finally {
      await file.close();
    }
  },
  async realPath(path) {
    try {
      return await realpath(path);
    } catch (error) {
      if (isMissingOrBlocked(error)) return undefined;
      throw error;
    }
  },
};

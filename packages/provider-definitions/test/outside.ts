import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = process.env["SKEIN_FIXTURES"] ?? resolve(import.meta.dirname, "../../../../shared/fixtures");

/** The JSON files of a folder of material that others published, but for its index; none when it is not there. */
export function outsideFiles(name: string): readonly { readonly name: string; readonly text: string }[] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => file.endsWith(".json") && file !== "index.json")
    .map((file) => ({ name: file, text: readFileSync(join(path, file), "utf8") }));
}

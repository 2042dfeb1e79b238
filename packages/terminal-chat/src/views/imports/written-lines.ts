import type { WrittenImport } from "@skein/imports";
import { keptWords } from "../machine/kept-words.ts";

/** What was written, and where. */
export function writtenLines({ files, secrets }: WrittenImport): readonly string[] {
  return [
    ...files.map(({ path, backup }) =>
      backup === undefined ? `Written: ${path}` : `Written: ${path}; before: ${backup}`,
    ),
    ...secrets.map(({ name, place }) => keptWords(name, place)),
  ];
}

import type { Workspace } from "../structure/workspace.ts";
import type { Figure } from "./measure.ts";

/** Packages whose types others implement: their comments are the reference. */
const documented: readonly string[] = ["protocol", "provider-kit", "provider-conformance", "extension-kit"];

/** Of the lines that are not empty, how many hold a comment and nothing else, in percent. */
export function commentFigures({ members }: Workspace): readonly Figure[] {
  return documented.map((name) => {
    const lines = members
      .filter((member) => member.kind === "packages" && member.name === name)
      .flatMap(({ src }) => src.flatMap(({ source }) => source.text.split("\n")))
      .filter((line) => line.trim() !== "");
    const comments = lines.filter((line) => /^\s*(?:\/\/|\/\*|\*)/.test(line)).length;
    const value = Math.round((100 * comments) / Math.max(1, lines.length));
    return { name: `comment lines of ${name}, in percent`, value, limit: 40, atLeast: true, places: [] };
  });
}

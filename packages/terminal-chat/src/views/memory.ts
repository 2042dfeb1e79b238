import type { MemoryFile } from "@skein/extensions-builtin/memory";
import type { MemoryProposal } from "@skein/host/memory";
import { shortFolder } from "@skein/terminal";

/** Foreign text, not yet clean. */
export function memoryLines(files: readonly MemoryFile[]): readonly string[] {
  if (files.length === 0) return ["Nothing is remembered here."];
  return files.flatMap(({ category, scope, path, entries }) => [
    `${category}  ${scope} · ${shortFolder(path)}`,
    ...entries.map(
      ({ text, tags }) =>
        `  ${text.replaceAll("\n", "\n  ")}${tags.length === 0 ? "" : ` [${tags.join(", ")}]`}`,
    ),
  ]);
}

/** Foreign text, not yet clean. */
export function proposalLines(proposals: readonly MemoryProposal[]): readonly string[] {
  if (proposals.length === 0) return ["Nothing is proposed."];
  return proposals.flatMap(({ id, category, scope, cwd, text }) => [
    `${id}  ${category} · ${scope === "project" ? shortFolder(cwd) : "yours"}`,
    `  ${text.replaceAll("\n", "\n  ")}`,
  ]);
}

import type { ToolCallContent } from "@agentclientprotocol/sdk";

/**
 * The preview of a change, hunk by hunk, with the lines around each change. Text where no file is known.
 *
 * @param preview - as in an approval: see `Question.preview`.
 */
export function previewDiffs(
  preview: string | undefined,
  path: string | undefined,
): readonly ToolCallContent[] {
  if (preview === undefined) return [];
  if (path === undefined)
    return [{ type: "content", content: { type: "text", text: `\`\`\`diff\n${preview}\n\`\`\`` } }];
  return preview
    .split(/^@@ line \d+ @@\n?/m)
    .filter((hunk) => hunk !== "")
    .map((hunk) => {
      const lines = hunk.replace(/\n$/, "").split("\n");
      const side = (other: string) =>
        lines.flatMap((line) => (line.startsWith(other) ? [] : [line.slice(1)])).join("\n");
      return { type: "diff", path, oldText: side("+"), newText: side("-") };
    });
}

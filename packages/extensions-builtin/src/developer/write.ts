import { defineTool, escapeName } from "@skein/extension-kit";
import type { Tool } from "@skein/protocol";
import { fields, text } from "../fields.ts";
import { absolutePath, fileResource, pathFailure } from "./paths.ts";
import { fileBefore, replaceFile } from "./replace-file.ts";

export const writeTool: Tool = defineTool({
  name: "write",
  description:
    "Write a whole file: a new one (its folders are made), or new content for an old one. To change a part, use edit.",
  effect: "writes",
  // Writing the same bytes again changes nothing.
  repeat: "safe",
  input: fields({ path: text(), content: text() }),
  resources: ({ path }, cwd) => fileResource(path, cwd),
  prechecksAs: "read",
  async precheck({ path: given }, { cwd }) {
    const path = absolutePath(given, cwd);
    try {
      await fileBefore(path);
    } catch (error) {
      return pathFailure(error, path);
    }
  },
  async run({ path: given, content }, { cwd }) {
    const path = absolutePath(given, cwd);
    try {
      const bytes = Buffer.from(content);
      const { bytesBefore } = await replaceFile(path, bytes);
      const size = `${countLines(content)}, ${bytes.length.toLocaleString("en")} bytes`;
      const before =
        bytesBefore === undefined ? "a new file" : `before ${bytesBefore.toLocaleString("en")} bytes`;
      return `Wrote ${escapeName(path)}: ${size} (${before}).`;
    } catch (error) {
      return pathFailure(error, path);
    }
  },
});

function countLines(content: string): string {
  const ends = content.split("\n").length - 1;
  const lines = content === "" || content.endsWith("\n") ? ends : ends + 1;
  return lines === 1 ? "1 line" : `${lines.toLocaleString("en")} lines`;
}

import type { Scalar } from "yaml";
import type { ExportedSession } from "./session-view.ts";
import { loadYaml } from "../later.ts";

/** The view as YAML that parses back to what its JSON parses to. Texts of several lines are blocks where they can be. */
export async function writeYaml(view: ExportedSession): Promise<string> {
  const { Document, Scalar: ScalarNode, visit } = await loadYaml();
  const document = new Document(JSON.parse(JSON.stringify(view)), { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node: Scalar) {
      if (typeof node.value !== "string") return;
      if (unprintable.test(node.value) || !node.value.isWellFormed()) node.type = ScalarNode.QUOTE_DOUBLE;
      else if (node.value.includes("\n"))
        // At the edges of a block blanks can be lost.
        node.type = /^\s|[ \t]$|[ \t]\n/.test(node.value)
          ? ScalarNode.QUOTE_DOUBLE
          : ScalarNode.BLOCK_LITERAL;
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity });
}

/** What YAML or a reader of it could change or not show: all but printable characters, tabs and line feeds. */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/;

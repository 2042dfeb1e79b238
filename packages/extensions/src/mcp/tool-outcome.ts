import { fitOutcome } from "@skein/extension-kit";
import {
  escapeName,
  isJsonObject,
  type JsonObject,
  type ResultApp,
  type ToolContentPart,
  type ToolContext,
  type ToolOutcome,
} from "@skein/protocol";
import type { ListedTool } from "./listed-tool.ts";
import type { SchemaCompiler } from "./schema-compiler.ts";
import { structuredContent } from "./structured-content.ts";
import { resultParts } from "./result-parts.ts";
import { shownParts } from "./shown-parts.ts";

export interface ResultSource extends Pick<SchemaCompiler, "compile"> {
  /** Name of it. */
  readonly extension: string;
  readonly tool: ListedTool;
}

/**
 * Converts a server's result for the model: text within the usual limits, with the full text in the call's folder;
 * images, scaled down; and one line for everything else. The JSON value beside it is for programs.
 */
export async function toolOutcome(
  result: JsonObject,
  { extension, tool, compile }: ResultSource,
  context: Pick<ToolContext, "callFolder" | "outputBytes">,
): Promise<ToolOutcome> {
  const { content, artifacts } = await shownParts(resultParts(result), context.callFolder);
  const failed = result["isError"] === true;
  if (content.length === 0) {
    const nothing = failed ? "The tool failed and did not say why." : "(The tool gave no output.)";
    content.push({ type: "text", text: nothing });
  }
  if (failed) return fitOutcome({ kind: "failed", message: linesOf(content) }, context);
  const structured = structuredContent(result, tool, compile());
  if (structured && "problem" in structured)
    content.push({ type: "text", text: `(Its structured result is left out: ${structured.problem}.)` });
  const app = appOf(tool, extension);
  const output = {
    content,
    ...(structured && "value" in structured ? { structured: structured.value } : {}),
    ...(artifacts.length === 0 ? {} : { artifacts }),
    ...(app ? { app } : {}),
  };
  return fitOutcome(output, context);
}

/** Source: MCP Apps, `_meta.ui.resourceUri` of a tool; `ui/resourceUri` is its older form. */
function appOf({ raw: { _meta: meta } }: ListedTool, extension: string): ResultApp | undefined {
  if (!isJsonObject(meta)) return undefined;
  const uri = isJsonObject(meta["ui"]) ? meta["ui"]["resourceUri"] : meta["ui/resourceUri"];
  const isPage = typeof uri === "string" && /^ui:\/\/\S{1,2000}$/.test(uri) && escapeName(uri) === uri;
  return isPage ? { extension, uri } : undefined;
}

function linesOf(content: readonly ToolContentPart[]): string {
  return content
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
    .trim();
}

import { stat } from "node:fs/promises";
import { clipToFile, defineExtension, defineTool, resultBytes } from "@skein/extension-kit";
import { escapeName, type Extension, type ToolFailure } from "@skein/protocol";
import { refuseIgnored } from "../developer/ignore-files/refuse-ignored.ts";
import { absolutePath, pathFailure } from "../developer/paths.ts";
import { fields, integer, optional, text } from "../fields.ts";
import { folderOverview } from "./folder-overview.ts";
import { outlineFile } from "./outline-file.ts";
import { codeReader } from "./read-code.ts";
import { symbolReport } from "./symbol-report.ts";

export interface AnalyzeSettings {
  /** Files that are left out, because they contain secrets. Default: none. @param path - absolute. */
  readonly isGuarded?: (path: string) => boolean;
}

const usualDepth = 3;
const usualFollow = 2;
const mostBytes = 12_288;

/** Structure of source code, as a tool: outlines, overviews, and who calls what. */
export function analyze({ isGuarded = () => false }: AnalyzeSettings = {}): Extension {
  const reader = codeReader(isGuarded);
  return defineExtension({
    name: "analyze",
    description: "Outlines of source code, and who calls what.",
    tools: [
      defineTool({
        name: "analyze",
        description:
          "Structure of source code. A folder: its files, lines and declarations. A file: its outline. With focus: where a symbol is declared, who calls it and what it calls, matched by name in all files of path.",
        effect: "reads",
        input: fields({
          path: text("File or folder"),
          focus: optional(text("A function, class or other symbol: name or Class.method")),
          follow_depth: optional(integer({ minimum: 0, maximum: 5 }, "Calls of calls with focus. Default 2")),
          max_depth: optional(integer({ minimum: 0, maximum: 20 }, "Folders, 0: all. Default 3")),
        }),
        async run({ path: given, focus, follow_depth = usualFollow, max_depth = usualDepth }, context) {
          const path = absolutePath(given, context.cwd);
          const { cwd, signal } = context;
          try {
            const isFolder = (await stat(path)).isDirectory();
            const refused = refuseIgnored(path) ?? (isGuarded(path) ? guarded(path) : undefined);
            if (refused) return refused;
            const found = focus?.trim()
              ? await symbolReport(reader, {
                  path,
                  isFolder,
                  focus: focus.trim(),
                  depth: follow_depth,
                  cwd,
                  signal,
                })
              : isFolder
                ? await folderOverview(reader, { path, depth: max_depth, signal })
                : await outlineFile(reader, path);
            if (typeof found !== "string") return found;
            return await clipToFile(found, {
              folder: context.callFolder,
              maxBytes: Math.min(mostBytes, resultBytes(context)),
              maxLines: 400,
            });
          } catch (error) {
            signal.throwIfAborted();
            return pathFailure(error, path);
          }
        },
      }),
    ],
  });
}

function guarded(path: string): ToolFailure {
  return { kind: "failed", message: `${escapeName(path)} is guarded and not analyzed: it may hold secrets.` };
}

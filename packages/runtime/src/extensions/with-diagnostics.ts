import { resolve } from "node:path";
import type { FileDiagnostics } from "@skein/extensions-builtin/diagnostics";
import {
  isFailure,
  isJsonObject,
  type Extension,
  type JsonValue,
  type ToolContext,
  type ToolOutcome,
} from "@skein/protocol";
import type { ChangedBy } from "../checkpoints/files-changed-since.ts";
import { changedExtension } from "./changed-extension.ts";

/** Tools of `developer` that change the file in their `path`. */
const changing: readonly string[] = ["edit", "write"];

/**
 * Appends to the result of each change of a file what language servers newly report of it; to that of a command, of the files
 * that it has changed.
 */
export function withDiagnostics(
  extension: Extension,
  diagnostics: FileDiagnostics,
  changedBy: ChangedBy,
): Extension {
  return changedExtension(extension, {
    async callTool(name, input, context) {
      if (name === "shell") {
        const outcome = await extension.callTool(name, input, context);
        if (isFailure(outcome)) return outcome;
        return withReport(outcome, await reportOfCommand(context));
      }
      const path = changing.includes(name) ? pathIn(input, context.cwd) : undefined;
      if (path === undefined) return extension.callTool(name, input, context);
      const report = await diagnostics.watch(path);
      const outcome = await extension.callTool(name, input, context);
      return isFailure(outcome) ? outcome : withReport(outcome, await report(context.signal));
    },
  });

  /** The command has been run, whatever goes wrong here. */
  async function reportOfCommand({ callId, signal }: ToolContext): Promise<string> {
    const files = await changedBy(callId, signal).catch(() => []);
    return files.length === 0 ? "" : diagnostics.compare(files, signal);
  }
}

function pathIn(input: JsonValue, cwd: string): string | undefined {
  const path = isJsonObject(input) ? input["path"] : undefined;
  return typeof path === "string" ? resolve(cwd, path) : undefined;
}

function withReport<Outcome extends Exclude<ToolOutcome, { readonly kind: string }>>(
  outcome: Outcome,
  report: string,
): Outcome {
  if (report === "") return outcome;
  const last = outcome.content.at(-1);
  if (last?.type !== "text")
    return { ...outcome, content: [...outcome.content, { type: "text", text: report }] };
  const text = `${last.text.trimEnd()}\n${report}`;
  return { ...outcome, content: [...outcome.content.slice(0, -1), { ...last, text }] };
}

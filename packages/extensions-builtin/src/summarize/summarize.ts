import { readFile, stat } from "node:fs/promises";
import { defineExtension, defineTool } from "@skein/extension-kit";
import {
  escapeName,
  groupedNumber,
  type Extension,
  type ExtensionRequests,
  type ToolFailure,
} from "@skein/protocol";
import { describeGuess, readText, type ReadText } from "@skein/platform/text";
import { refuseIgnored } from "../developer/ignore-files/refuse-ignored.ts";
import { absolutePath, pathFailure } from "../developer/paths.ts";
import { fileKind } from "../developer/reading/file-kind.ts";
import { isWide } from "../developer/reading/text-view.ts";
import { fields, optional, text } from "../fields.ts";
import { joinTask, partTask, summarizerPrompt } from "./prompts.ts";
import { textParts } from "./text-parts.ts";

export interface SummarizeSettings {
  /** Files that are left out, because they contain secrets. Default: none. @param path - absolute. */
  readonly isGuarded?: (path: string) => boolean;
}

/** Some 20,000 tokens: small models read that at once. */
const partCharacters = 80_000;
/** One call may ask the model 20 times. */
const mostParts = 18;
const mostBytes = 16 * 1024 * 1024;
const maxOutputTokens = 2000;

/** Summaries of files that do not fit the context window, by a small model. */
export function summarize({ isGuarded = () => false }: SummarizeSettings = {}): Extension {
  return defineExtension({
    name: "summarize",
    description: "Summaries of long files.",
    tools: [
      defineTool({
        name: "summarize",
        description:
          "Have a long text file read and summarized by a small model, such as a log or a saved output; with question, what it says about that. The summary names lines for read.",
        effect: "reads",
        asksModel: true,
        input: fields({ path: text(), question: optional(text("What to look for")) }),
        async run({ path: given, question }, { cwd, signal, requests, progress }) {
          const path = absolutePath(given, cwd);
          if (!requests) return noModel;
          try {
            const refused = refuseIgnored(path) ?? (isGuarded(path) ? guarded(path) : undefined);
            if (refused) return refused;
            const content = await textIn(path);
            if ("kind" in content) return content;
            const parts = textParts(content.text, partCharacters);
            if (parts.length > mostParts) return tooLong(path, content.text.length);
            const found: string[] = [];
            for (const [index, part] of parts.entries()) {
              signal.throwIfAborted();
              progress(`Part ${index + 1} of ${parts.length}`);
              found.push(await ask(requests, partTask({ ...part, path, question, of: parts.length })));
            }
            const lines = parts.at(-1)?.to ?? 0;
            const guess = content.isGuess ? `, ${describeGuess(content)}` : "";
            const head = `${escapeName(path)}${guess}, ${groupedNumber(lines)} lines, read in ${parts.length === 1 ? "one part" : `${parts.length} parts`}:`;
            const whole =
              found.length < 2
                ? (found[0] ?? "It is empty.")
                : await ask(requests, joinTask(found, question));
            return `${head}\n${whole}`;
          } catch (error) {
            signal.throwIfAborted();
            if (error instanceof Error && "code" in error && "path" in error) return pathFailure(error, path);
            throw error;
          }
        },
      }),
    ],
  });
}

async function ask(requests: ExtensionRequests, task: string): Promise<string> {
  const reply = await requests.sample({
    system: summarizerPrompt,
    messages: [{ role: "user", from: "agent", content: [{ type: "text", text: task }] }],
    maxOutputTokens,
    prefersFast: true,
  });
  return reply.text.trim();
}

async function textIn(path: string): Promise<ReadText | ToolFailure> {
  const { size } = await stat(path);
  if (size > mostBytes) return tooLong(path, size);
  const bytes = await readFile(path);
  const kind = fileKind(path, bytes.subarray(0, 8192));
  const read = kind.kind === "text" || !kind.isKnown ? await readText(bytes) : undefined;
  if (read && (kind.kind === "text" || isWide(read))) return read;
  return { kind: "failed", message: `${escapeName(path)} is no text.`, hint: "Use read to see what it is." };
}

const noModel: ToolFailure = {
  kind: "failed",
  message: "No model can be asked here.",
  hint: "Use read and search.",
};

function guarded(path: string): ToolFailure {
  return {
    kind: "failed",
    message: `${escapeName(path)} is guarded and not summarized: it may hold secrets.`,
  };
}

function tooLong(path: string, size: number): ToolFailure {
  return {
    kind: "failed",
    message: `${escapeName(path)} is too long for one call: ${groupedNumber(size)} of at most ${groupedNumber(partCharacters * mostParts)} characters.`,
    hint: "Use search for what you look for, or write a part of it to another file with the shell and summarize that.",
  };
}

import type { Hash } from "node:crypto";
import {
  beginsWith,
  ExtensionError,
  toolExtension,
  type ContextBlob,
  type DeferredTools,
  type Extension,
  type LeftOutTool,
  type Message,
  type ModelOptions,
  type Tool,
  type ToolDefinition,
} from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import type { SessionLog } from "../session/session-log.ts";
import { sha256 } from "./sha256.ts";

export interface MountedTool {
  readonly tool: Tool;
  readonly extension: Extension;
}

/** System prompt and tools; fixed for the session while the tools stay the same. */
export interface ModelContext {
  readonly blob: ContextBlob;
  readonly bytes: Uint8Array;
  readonly tools: ReadonlyMap<string, MountedTool>;
}

export type ContextParts = Pick<
  CompleteParts,
  "extensions" | "prompt" | "system" | "interaction" | "redact" | "budget"
>;

/**
 * Loads the tools of all extensions concurrently, starting those that need it.
 *
 * @param leftOut - tools that the provider has rejected: they are not sent while their definitions stay as they are.
 */
export async function buildContext(
  parts: ContextParts,
  finalOutput: Tool | undefined,
  { signal, leftOut }: { readonly signal: AbortSignal; readonly leftOut: readonly LeftOutTool[] },
): Promise<ModelContext> {
  const own = finalOutput ? [toolExtension(finalOutput)] : [];
  const extensions = [...parts.extensions, ...own];
  const found = await Promise.all(
    extensions.map(async (extension) =>
      (await extension.tools(signal)).map((tool): MountedTool => ({ tool, extension })),
    ),
  );
  const isLeftOut = ({ tool }: MountedTool): boolean =>
    leftOut.some(({ name, definition }) => name === tool.name && definition === digestOf(tool));
  const offered = found.flat().filter((entry) => !isLeftOut(entry));
  const mounted = offered.toSorted((left, right) => (left.tool.name < right.tool.name ? -1 : 1));
  const tools = new Map<string, MountedTool>();
  for (const entry of mounted) {
    const { name } = entry.tool;
    const taken = tools.get(name);
    if (taken) {
      throw new ExtensionError(
        "name-taken",
        `The tool "${name}" is defined by both ${taken.extension.name} and ${entry.extension.name}.`,
        { hint: "Rename one of them, or leave one extension out." },
      );
    }
    tools.set(name, entry);
  }
  const system = parts.prompt({
    system: parts.system,
    interaction: parts.interaction,
    extensions: parts.extensions,
    finalOutput: finalOutput !== undefined,
  });
  const all = mounted.map(({ tool }) => tool);
  const deferred = parts.budget ? undefined : deferredOf(all);
  const blob: ContextBlob = parts.redact({
    system,
    tools: all.filter((tool) => !tool.isDeferred).map(definitionOf),
    ...(deferred ? { deferred } : {}),
  });
  return { blob, bytes: new TextEncoder().encode(JSON.stringify(blob)), tools };
}

/** For vendors that search tools themselves. Not under a budget: how much they load for a reply is not bounded. */
function deferredOf(tools: readonly Tool[]): DeferredTools | undefined {
  const through = tools.filter((tool) => tool.findsDeferred).map(({ name }) => name);
  const deferred = tools.filter((tool) => tool.isDeferred);
  return through.length > 0 && deferred.length > 0
    ? { tools: deferred.map(definitionOf), through }
    : undefined;
}

/** SHA-256 of a tool's definition, hex. */
export function digestOf(tool: Tool): string {
  return sha256(JSON.stringify(definitionOf(tool)));
}

function definitionOf({ name, description, inputSchema }: Tool): ToolDefinition {
  return { name, description, inputSchema };
}

/**
 * The session's last system prompt and tools; `undefined` before the first request, or when the blob is lost.
 */
export async function readLastContext({
  contextHash,
  blob,
}: Pick<SessionLog, "contextHash" | "blob">): Promise<ContextBlob | undefined> {
  const hash = contextHash();
  const bytes = hash === undefined ? undefined : await blob(hash);
  if (!bytes) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ContextBlob;
  } catch {
    return undefined;
  }
}

export interface RequestHasher {
  /** SHA-256, hex, over the context's hash, each message and the options, in this order, as JSON lines. */
  hash(contextHash: string, messages: readonly Message[], options: ModelOptions): string;
}

/** Hashes only the messages that are new since the last request. */
export function createRequestHasher(): RequestHasher {
  // Loaded with the first run: importing the agent stays cheap.
  const { createHash } = process.getBuiltinModule("node:crypto");
  let context = "";
  let hashed: readonly Message[] = [];
  let state: Hash = createHash("sha256");
  return {
    hash(contextHash, messages, options) {
      const onlyGrew = contextHash === context && beginsWith(messages, hashed);
      if (!onlyGrew) {
        context = contextHash;
        hashed = [];
        state = createHash("sha256").update(contextHash);
      }
      for (const message of messages.slice(hashed.length)) state.update(`\n${JSON.stringify(message)}`);
      hashed = messages;
      return state
        .copy()
        .update(`\n${JSON.stringify(options)}`)
        .digest("hex");
    },
  };
}

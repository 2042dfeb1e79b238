import { resolve } from "node:path";
import type {
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolCallUpdate,
  ToolKind,
} from "@agentclientprotocol/sdk";
import {
  isBroken,
  type Effect,
  type EntryOf,
  type JsonValue,
  type Question,
  type ToolCallPart,
  type ToolResultEntry,
} from "@skein/protocol";
import { contentBlock } from "./content-block.ts";
import { previewDiffs } from "./preview-diffs.ts";

export type ApprovalQuestion = Extract<Question, { readonly kind: "approval" }>;

type StartedCall = Pick<EntryOf<"tool-intent">, "tool" | "input" | "effect" | "resources">;
type EndedCall = Pick<ToolResultEntry, "content"> & { readonly failure?: unknown };

/** What a client is told of tool calls, by the id it knows them by. */
export type ToolCallUpdates = ReturnType<typeof toolCallUpdates>;

/** @param cwd - where relative paths in inputs start. */
export function toolCallUpdates(cwd: string) {
  const open = new Set<string>();
  /** What the calls change that were asked about. */
  const diffs = new Map<string, readonly ToolCallContent[]>();

  const update = (toolCallId: string, fields: Omit<ToolCallUpdate, "toolCallId">): SessionUpdate => ({
    sessionUpdate: "tool_call_update",
    toolCallId,
    ...fields,
  });
  const factsOf = ({ tool, input, effect, resources }: StartedCall) => ({
    title: callTitle(tool, input),
    name: tool,
    kind: kinds[effect],
    rawInput: input,
    locations: locationsOf(input, cwd, resources),
  });

  return {
    announced(id: string, call: ToolCallPart): SessionUpdate {
      open.add(id);
      const rawInput = isBroken(call) ? call.raw : call.input;
      const [title, locations] = [callTitle(call.name, rawInput), locationsOf(rawInput, cwd)];
      const status = "pending";
      return {
        sessionUpdate: "tool_call",
        toolCallId: id,
        title,
        name: call.name,
        status,
        rawInput,
        locations,
      };
    },
    /** For the request for permission. */
    asked(id: string, question: ApprovalQuestion): ToolCallUpdate {
      const facts = factsOf(question);
      const changes = previewDiffs(question.preview, facts.locations[0]?.path);
      diffs.set(id, changes);
      return { toolCallId: id, ...facts, status: "pending", content: [text(question.reason), ...changes] };
    },
    started: (id: string, call: StartedCall): SessionUpdate =>
      update(id, { ...factsOf(call), status: "in_progress", content: [...(diffs.get(id) ?? [])] }),
    progressed: (id: string, said: string): SessionUpdate =>
      update(id, { content: [...(diffs.get(id) ?? []), text(said)] }),
    ended(id: string, { content, failure }: EndedCall): SessionUpdate {
      open.delete(id);
      const changes = (failure === undefined && diffs.get(id)) || [];
      diffs.delete(id);
      const result = content.map((part) => ({ type: "content" as const, content: contentBlock(part) }));
      const status = failure === undefined ? "completed" : "failed";
      return update(id, { status, content: [...changes, ...result] });
    },
    /** Of those that were announced and have no result. */
    abandoned: (): readonly SessionUpdate[] => [...open].map((id) => update(id, { status: "failed" })),
  };
}

const kinds: Readonly<Record<Effect, ToolKind>> = {
  reads: "read",
  writes: "edit",
  runs: "execute",
  unknown: "other",
};

const mostCharacters = 120;

/** The tool, and what of its input tells calls of it apart: the first line of its first text. */
function callTitle(tool: string, input: JsonValue): string {
  const fields = typeof input === "object" && input !== null ? Object.values(input) : [];
  const [line = ""] = (fields.find((field) => typeof field === "string") ?? "").trim().split("\n");
  if (line === "") return tool;
  return `${tool}: ${line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line}`;
}

/** The files that a call needs alone; where none are known, what its input calls a path. */
function locationsOf(input: JsonValue, cwd: string, resources: readonly string[] = []): ToolCallLocation[] {
  const files = resources.flatMap((name) => (name.startsWith("file:") ? [name.slice("file:".length)] : []));
  const fields = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const paths = fields.flatMap(([name, path]) =>
    name === "path" && typeof path === "string" ? [resolve(cwd, path)] : [],
  );
  return (files.length > 0 ? files : paths).map((path) => ({ path }));
}

function text(said: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: said } };
}

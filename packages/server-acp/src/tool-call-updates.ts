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
  type AgentEvent,
  type Effect,
  type JsonValue,
  type Question,
  type ToolCallPart,
  type ToolContentPart,
} from "@skein/protocol";
import { contentBlock } from "./content-block.ts";
import { previewDiffs } from "./preview-diffs.ts";

export type ApprovalQuestion = Extract<Question, { readonly kind: "approval" }>;

interface StartedCall {
  readonly tool: string;
  readonly input: JsonValue;
  readonly effect: Effect;
  /** As `Tool.resources` says. */
  readonly resources?: readonly string[];
}

interface EndedCall {
  readonly content: readonly ToolContentPart[];
  readonly failure?: unknown;
}

/** What a client is told of tool calls, by the id it knows them by. */
export interface ToolCallUpdates {
  announced(id: string, call: ToolCallPart): SessionUpdate;
  /** For the request for permission. */
  asked(id: string, question: ApprovalQuestion): ToolCallUpdate;
  started(id: string, call: StartedCall): SessionUpdate;
  progressed(id: string, text: string): SessionUpdate;
  ended(id: string, result: EndedCall): SessionUpdate;
  /** Of those that were announced and have no result. */
  abandoned(): readonly SessionUpdate[];
}

/** @param cwd - where relative paths in inputs start. */
export function toolCallUpdates(cwd: string): ToolCallUpdates {
  const open = new Set<string>();
  /** What the calls change that were asked about. */
  const diffs = new Map<string, readonly ToolCallContent[]>();

  function facts({ tool, input, effect, resources }: StartedCall) {
    return {
      title: callTitle(tool, input),
      name: tool,
      kind: kinds[effect],
      rawInput: input,
      locations: locationsOf(input, cwd, resources),
    };
  }

  return {
    announced(id, call) {
      open.add(id);
      const input = isBroken(call) ? call.raw : call.input;
      return {
        sessionUpdate: "tool_call",
        toolCallId: id,
        title: callTitle(call.name, input),
        name: call.name,
        status: "pending",
        rawInput: input,
        locations: locationsOf(input, cwd),
      };
    },
    asked(id, question) {
      const shown = facts(question);
      const changes = previewDiffs(question.preview, shown.locations[0]?.path);
      diffs.set(id, changes);
      return { toolCallId: id, ...shown, status: "pending", content: [text(question.reason), ...changes] };
    },
    started(id, call) {
      const content = diffs.get(id) ?? [];
      return {
        sessionUpdate: "tool_call_update",
        toolCallId: id,
        ...facts(call),
        status: "in_progress",
        content: [...content],
      };
    },
    progressed: (id, said) => ({
      sessionUpdate: "tool_call_update",
      toolCallId: id,
      content: [...(diffs.get(id) ?? []), text(said)],
    }),
    ended(id, { content, failure }) {
      open.delete(id);
      const changes = (failure === undefined && diffs.get(id)) || [];
      diffs.delete(id);
      return {
        sessionUpdate: "tool_call_update",
        toolCallId: id,
        status: failure === undefined ? "completed" : "failed",
        content: [
          ...changes,
          ...content.map((part) => ({ type: "content" as const, content: contentBlock(part) })),
        ],
      };
    },
    abandoned: () =>
      [...open].map((id) => ({ sessionUpdate: "tool_call_update", toolCallId: id, status: "failed" })),
  };
}

/** Calls of subagents are known by their whole way: two agents may give the same id. */
export function callId({ path }: Pick<AgentEvent, "path">, call: object): string {
  const own = "callId" in call ? String(call.callId) : "id" in call ? String(call.id) : "";
  return [...path, own].join("/");
}

const kinds: Readonly<Record<Effect, ToolKind>> = {
  reads: "read",
  writes: "edit",
  runs: "execute",
  unknown: "other",
};

/** The tool, and what of its input tells calls of it apart: the first line of its first text. */
function callTitle(tool: string, input: JsonValue): string {
  const fields = typeof input === "object" && input !== null ? Object.values(input) : [];
  const [line = ""] = (fields.find((field) => typeof field === "string") ?? "").trim().split("\n");
  if (line === "") return tool;
  return `${tool}: ${line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line}`;
}

const mostCharacters = 120;

function locationsOf(input: JsonValue, cwd: string, resources: readonly string[] = []): ToolCallLocation[] {
  const files = resources.flatMap((name) => (name.startsWith("file:") ? [name.slice("file:".length)] : []));
  const fields = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  const path = "path" in fields && typeof fields.path === "string" ? [resolve(cwd, fields.path)] : [];
  return (files.length > 0 ? files : path).map((file) => ({ path: file }));
}

function text(said: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: said } };
}

import { toolExtension } from "../../../packages/protocol/src/index.ts";
import type { Extension, ModelRequest, Tool } from "../../../packages/protocol/src/index.ts";
import { todo } from "../../../packages/extensions-builtin/src/todo/index.ts";
import type { PlannedCall } from "./work.ts";

/** Tools that answer what is planned for their calls. */
export interface PlannedTools {
  readonly extensions: readonly Extension[];
  /** The id that a call is made with from now on. */
  plan(id: string, call: PlannedCall): void;
}

const descriptions: Readonly<Record<Exclude<PlannedCall["tool"], "todo">, string>> = {
  shell: "Runs a command in a shell.",
  read: "Reads a file.",
  edit: "Changes a file.",
  search: "Looks for a word in files.",
  load_skill: "Reads instructions for a kind of work.",
};

export function plannedTools(): PlannedTools {
  const planned = new Map<string, PlannedCall>();
  const tools = Object.entries(descriptions).map(([name, description]): Tool => ({
    name,
    description,
    inputSchema: { type: "object" },
    effect: "reads",
    repeat: "safe",
    check: (input) => ({ ok: true, value: input }),
    call: (_, { callId }) => {
      const { output = "", failed = false } = planned.get(callId) ?? {};
      planned.delete(callId);
      if (failed) return Promise.resolve({ kind: "failed", message: output });
      return Promise.resolve({ content: [{ type: "text", text: output }] });
    },
  }));
  return {
    extensions: [...tools.map(toolExtension), todo()],
    plan: (id, call) => void planned.set(id, call),
  };
}

/** What a server counts: another count than ours, and more tokens than most vendors take for the same. */
export function tokensOf(request: ModelRequest): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(request)) / 3.4);
}

/** A request that no turn of the conversation makes. */
export function isSummaryRequest({ tools }: ModelRequest): boolean {
  return tools.length === 0;
}

export function textsOf(request: ModelRequest): readonly string[] {
  return [
    request.system,
    ...request.messages.flatMap((message) =>
      message.role === "tool" ? message.content.flatMap(textsBeside) : textsBeside(message),
    ),
  ];
}

function textsBeside(said: {
  readonly content: readonly Parameters<typeof textsIn>[0][];
  readonly dynamicContext?: readonly string[];
}): readonly string[] {
  return [...said.content.flatMap(textsIn), ...(said.dynamicContext ?? [])];
}

function textsIn(part: {
  readonly type: string;
  readonly text?: string;
  readonly input?: unknown;
}): readonly string[] {
  if (part.text !== undefined) return [part.text];
  return part.input === undefined ? [] : stringsIn(part.input);
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

import { resolve } from "node:path";
import type {
  SessionUpdate,
  ToolCallContent,
  ToolCallStatus,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk/unstable";
import { isJsonObject, type Effect, type JsonValue, type Question } from "@skein/protocol";
import { callTitle, previewHunks, type CallItem } from "@skein/session-view";
import type { PermissionQuestion } from "./permission.ts";
import { contentBlock } from "./content-block.ts";

type ApprovalQuestion = Extract<Question, { readonly kind: "approval" }>;

/** Of what was said before a client came: whether calls without a result may still be running. */
export type Past = "live" | "over";

/** What a client is told of tool calls; see `viewUpdates`. */
export function callUpdates(cwd: string) {
  /** By their whole path: two agents may give the same id. */
  const told = new Map<string, { readonly status: ToolCallStatus; readonly printed: string }>();
  /** @param printed - what a running call has printed. @param past - see `ViewUpdates`. */
  return (path: readonly string[], call: CallItem, printed = "", past?: Past): readonly SessionUpdate[] => {
    const known = statuses[call.state];
    if (call.callId === undefined || known === undefined) return [];
    const status = past === "over" && !call.result ? "failed" : known;
    const toolCallId = [...path, call.callId].join("/");
    const before = told.get(toolCallId);
    if (before?.status === status && before.printed === printed) return [];
    told.set(toolCallId, { status, printed });
    const { tool = "", runInput, input, raw = null, effect, asked, result, state } = call;
    const question = state === "running" || state === "done" ? asked?.question : undefined;
    const content = [
      ...(question?.kind === "approval" ? diffsOf(question, cwd) : []),
      ...(result?.content ?? []).map((part) => ({ type: "content" as const, content: contentBlock(part) })),
      ...(printed === "" ? [] : [textContent(printed.slice(-mostPrinted))]),
    ];
    const facts = callFacts({ tool, input: runInput ?? input ?? raw, effect }, cwd);
    if (!before) return [{ sessionUpdate: "tool_call", toolCallId, ...facts, status, content }];
    const more = before.status === "pending" ? facts : {};
    return [{ sessionUpdate: "tool_call_update", toolCallId, ...more, status, content }];
  };
}

/** For the request for permission. */
export function askedCall(
  path: readonly string[],
  question: PermissionQuestion,
  cwd: string,
): ToolCallUpdate {
  const toolCallId = path.join("/");
  if (question.kind === "plan")
    return {
      toolCallId,
      title: "Plan",
      kind: "switch_mode",
      status: "pending",
      content: [textContent(question.plan)],
    };
  const content = [textContent(question.reason), ...diffsOf(question, cwd)];
  return { toolCallId, ...callFacts(question, cwd), status: "pending", content };
}

/** None while the arguments arrive. */
const statuses: { readonly [State in CallItem["state"]]?: ToolCallStatus } = {
  pending: "pending",
  asking: "pending",
  running: "in_progress",
  done: "completed",
  failed: "failed",
  denied: "failed",
};
const kinds = { reads: "read", writes: "edit", runs: "execute", unknown: "other" } as const;
const mostPrinted = 2_000;

type Call = Pick<ApprovalQuestion, "tool" | "input"> & { readonly effect?: Effect | undefined };

function callFacts({ tool, input, effect }: Call, cwd: string) {
  const kind = effect && kinds[effect];
  const locations = pathsOf(input, cwd).map((path) => ({ path }));
  return { title: callTitle(tool, input), name: tool, ...(kind && { kind }), rawInput: input, locations };
}

/** What its input calls a path. */
function pathsOf(input: JsonValue, cwd: string): readonly string[] {
  const path = isJsonObject(input) ? input["path"] : undefined;
  return typeof path === "string" ? [resolve(cwd, path)] : [];
}

/** What it would change; as text where no file is known. */
function diffsOf({ preview = "", input }: ApprovalQuestion, cwd: string): readonly ToolCallContent[] {
  const [path] = pathsOf(input, cwd);
  // A whole file has no preview: it is what the call says.
  const whole = preview === "" && isJsonObject(input) ? input["content"] : undefined;
  if (path !== undefined && typeof whole === "string")
    return [{ type: "diff", path, oldText: null, newText: whole }];
  if (path === undefined) return preview === "" ? [] : [textContent(`\`\`\`diff\n${preview}\n\`\`\``)];
  return previewHunks(preview).map((hunk) => ({ type: "diff", path, ...hunk }));
}

function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}

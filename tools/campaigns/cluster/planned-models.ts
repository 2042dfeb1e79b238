import {
  anthropicServer,
  type AnthropicReply,
  type ReceivedRequest,
  type ScriptedServer,
} from "../../../packages/provider-conformance/src/servers/index.ts";
import type { PlannedRun } from "./planned-run.ts";

/** A request of a worker for one run. */
export interface AskedModel {
  readonly run: PlannedRun;
  readonly worker: number;
  readonly at: number;
}

/** A model for one worker: what it says depends on the conversation alone, so any worker can resume a run. */
export function plannedModel(
  runs: readonly PlannedRun[],
  worker: number,
  onAsked: (asked: AskedModel) => void,
): Promise<ScriptedServer> {
  return anthropicServer((request): AnthropicReply => {
    const text = request.bytes.toString("utf8");
    const number = /This is run (\d+)\./.exec(text)?.[1];
    const run = number === undefined ? undefined : runs[Number(number)];
    if (!run) return { status: 400, body: { error: "It belongs to no run." } };
    onAsked({ run, worker, at: performance.now() });
    const command = run.commands[resultsIn(request)];
    if (!command) return { parts: [{ type: "text", text: "Done." }] };
    const { id, line } = command;
    return { parts: [{ type: "tool-call", id, name: "shell", input: { command: line } }] };
  });
}

function resultsIn(request: ReceivedRequest): number {
  const { messages } = request.json() as { readonly messages: readonly { readonly content: unknown }[] };
  const parts = messages.flatMap(({ content }) => content) as readonly { readonly type?: string }[];
  return parts.filter(({ type }) => type === "tool_result").length;
}

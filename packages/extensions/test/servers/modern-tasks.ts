// A server of 2026-07-28, made by hand, that makes a task of each call. Tasks are in the folder that its argument names, so that they
// outlive it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

interface Task {
  readonly name: string;
  /** How often a client has asked for its state. */
  readonly looks: number;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly cancelled?: true;
}

const [folder = ""] = process.argv.slice(2);
const fileOf = (id: string) => join(folder, `${id}.json`);
const read = (id: string) => JSON.parse(readFileSync(fileOf(id), "utf8")) as Task;
const keep = (id: string, task: Task) => writeFileSync(fileOf(id), JSON.stringify(task));
const dates = { createdAt: "2026-11-26T00:00:00Z", lastUpdatedAt: "2026-11-26T00:00:00Z", ttlMs: 60_000 };
const question = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Which shelf?",
    requestedSchema: { type: "object", properties: { shelf: { type: "string" } }, required: ["shelf"] },
  },
};

/** How a task stands now. */
function stateOf({ name, looks, answers, cancelled }: Task): object {
  if (cancelled) return { status: "cancelled" };
  if (name === "fail") return { status: "failed", error: { code: -32603, message: "The shelf fell." } };
  if (name === "ask" && !answers["q1"]) return { status: "input_required", inputRequests: { q1: question } };
  if (name === "endless" || looks < 8)
    return { status: "working", statusMessage: "reading the second book", pollIntervalMs: 20 };
  const text = name === "ask" ? JSON.stringify(answers["q1"]) : `${name} is done`;
  return { status: "completed", result: { content: [{ type: "text", text }] } };
}

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });

function answer(method: string, params: Readonly<Record<string, unknown>>): object | undefined {
  const id = String(params["taskId"]);
  switch (method) {
    case "server/discover":
      return {
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
        cacheScope: "private",
        ttlMs: 0,
      };
    case "tools/list":
      return { tools: ["research", "ask", "fail", "endless"].map(tool), cacheScope: "private", ttlMs: 0 };
    case "tools/call": {
      const taskId = `${String(params["name"])}-1`;
      keep(taskId, { name: String(params["name"]), looks: 0, answers: {} });
      return { resultType: "task", taskId, status: "working", ...dates };
    }
    case "tasks/get":
      if (!existsSync(fileOf(id))) return undefined;
      keep(id, { ...read(id), looks: read(id).looks + 1 });
      return { taskId: id, ...dates, ...stateOf(read(id)) };
    case "tasks/update": {
      const answers = { ...read(id).answers, ...(params["inputResponses"] as object) };
      keep(id, { ...read(id), answers });
      return {};
    }
    case "tasks/cancel":
      keep(id, { ...read(id), cancelled: true });
      return {};
    default:
      return undefined;
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const {
    id,
    method = "",
    params = {},
  } = JSON.parse(line) as {
    readonly id?: number;
    readonly method?: string;
    readonly params?: Readonly<Record<string, unknown>>;
  };
  if (id === undefined) return;
  const found = answer(method, params);
  const result = found && { resultType: "complete", ...found };
  const error = { code: -32602, message: `No such thing: ${method}` };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) })}\n`);
});

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { JsonObject } from "../../../packages/protocol/src/index.ts";
import type { WireMessage } from "./wire-message.ts";
import type { WireSchema } from "./wire-schema.ts";

/** Changes a message of the agent before the client reads it: a bug that a row has to find. */
export type Seed = (message: WireMessage) => WireMessage;
/** What the client does when the agent asks for something. */
type Answers = (method: string, params: JsonObject) => JsonObject;

export interface WireClient extends AsyncDisposable {
  /** Rejects with `RefusedRequest`. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
  notify(method: string, params: JsonObject): void;
  /** What was told of sessions, in order. */
  readonly updates: readonly JsonObject[];
  /** What was asked of the client. */
  readonly asked: readonly { readonly method: string; readonly params: JsonObject }[];
  /** Resolves with the first update, past or to come, of this kind. */
  until(kind: string, fits?: (update: JsonObject) => boolean): Promise<JsonObject>;
  /** What did not fit the protocol's schema. */
  readonly problems: readonly string[];
}

export class RefusedRequest extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface WireOptions {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly schema: WireSchema;
  readonly answers: Answers;
  readonly seed: Seed | undefined;
}

const patienceMs = 30_000;

/** An ACP client without a library of the protocol: lines of JSON, each checked against the schema. */
export function wireClient({ command, cwd, env, schema, answers, seed }: WireOptions): WireClient {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const waiting = new Map<number, { method: string; settle: (message: WireMessage) => void }>();
  const updates: JsonObject[] = [];
  const asked: { method: string; params: JsonObject }[] = [];
  const problems: string[] = [];
  const watchers = new Set<() => void>();
  let lastId = 0;

  function send(message: WireMessage, method: string): void {
    const whole = { jsonrpc: "2.0", ...message };
    // A client that is wrong itself proves nothing.
    const problem = schema.problemOf(whole, method);
    if (problem !== undefined && !method.startsWith("session/none")) problems.push(`sent: ${problem}`);
    child.stdin.write(`${JSON.stringify(whole)}\n`);
  }

  function take(line: string): void {
    const given = JSON.parse(line) as WireMessage;
    const message = seed ? seed(given) : given;
    const { id, method, params = {} } = message;
    const answered = method === undefined && typeof id === "number" ? waiting.get(id) : undefined;
    const problem = schema.problemOf(message, method ?? answered?.method ?? "");
    if (problem !== undefined) problems.push(`received: ${problem}`);
    if (answered && typeof id === "number") {
      waiting.delete(id);
      answered.settle(message);
    } else if (method === "session/update") {
      updates.push((params["update"] ?? {}) as JsonObject);
      for (const look of watchers) look();
    } else if (method !== undefined && id !== undefined) {
      asked.push({ method, params });
      send({ id, result: answers(method, params) }, method);
    }
  }

  createInterface({ input: child.stdout }).on("line", take);
  return {
    updates,
    asked,
    problems,
    async request(method, params) {
      const id = ++lastId;
      const answer = new Promise<WireMessage>((settle) => waiting.set(id, { method, settle }));
      send({ id, method, params }, method);
      const { result, error } = await within(answer, () => `${method} was not answered. ${stderr}`);
      if (error) throw new RefusedRequest(error.code, error.message);
      return (result ?? {}) as JsonObject;
    },
    notify: (method, params) => send({ method, params }, method),
    until(kind, fits = () => true) {
      const found = new Promise<JsonObject>((resolve) => {
        const look = () => {
          const update = updates.find((one) => one["sessionUpdate"] === kind && fits(one));
          if (!update) return;
          watchers.delete(look);
          resolve(update);
        };
        watchers.add(look);
        look();
      });
      return within(found, () => `No ${kind} came. ${stderr}`);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function within<Value>(work: Promise<Value>, say: () => string): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(say())), patienceMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

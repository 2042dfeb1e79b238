import { isJsonObject, messageOf, type ToolContext, type ToolOutcome } from "@skein/protocol";
import type { ServerApps } from "../apps/server-apps.ts";
import { callFailure } from "../call-failure.ts";
import { callServer } from "./call-server.ts";
import { resultOfTask, taskOf } from "./server-tasks.ts";
import type { Connection } from "../connect.ts";
import { loginNeededIn } from "../oauth/authorized-fetch.ts";
import type { ListedTool } from "../listed-tool.ts";
import type { OfferParts } from "../offer.ts";
import { statusOf } from "../problem.ts";
import type { SchemaCompiler } from "../schema-compiler.ts";
import type { ServerLife } from "../server-life.ts";
import type { ServerTools } from "../tools/server-tools.ts";
import type { McpSettings } from "../settings.ts";
import { toolOutcome } from "../tool-outcome.ts";

/** What calls need of the server that they go to. */
interface CalledServer {
  readonly life: ServerLife;
  readonly tools: ServerTools;
  readonly apps: Pick<ServerApps, "has">;
}

export interface ServerCallsOptions {
  readonly settings: McpSettings;
  /** Of the extension. */
  readonly name: string;
  readonly timeoutMs: number;
  /** Whether tools that a call has added are asked about. */
  readonly asksForNew: boolean;
  readonly names: OfferParts["names"];
  readonly schemas: Pick<SchemaCompiler, "compile">;
  /** Asked only in a call: the server needs its calls before it can be made. */
  readonly server: () => CalledServer;
}

/** Calls of a server's tools. */
export interface ServerCalls extends Pick<OfferParts, "call" | "recover"> {
  /** The call that runs and was started last: what the server asks for belongs to it. */
  latest(): ToolContext | undefined;
}

export function serverCalls(options: ServerCallsOptions): ServerCalls {
  const { settings, name, timeoutMs, asksForNew, names, schemas, server } = options;
  const running = new Set<ToolContext>();
  const logLevel = settings.log && (settings.logLevel ?? "info");
  const { traceOf } = settings;

  const outcomeOf = (tool: ListedTool, result: Parameters<typeof toolOutcome>[0], context: ToolContext) =>
    toolOutcome(result, { extension: name, tool, compile: schemas.compile }, context);

  /** The names of the tools that there are, if this one is none of them: it was listed before the server was restarted. */
  function missing(tool: ListedTool): readonly string[] | undefined {
    const { tools, apps } = server();
    const available = tools.tools().map((each) => each.name);
    const isThere = apps.has(tool) || names.namesOf([tool.name]).some((own) => available.includes(own));
    return isThere ? undefined : available;
  }

  /** What an attempt has come to; undefined: the call is made again. */
  async function attempt(
    tool: ListedTool,
    value: unknown,
    context: ToolContext,
    isFirst: boolean,
  ): Promise<ToolOutcome | undefined> {
    const { signal } = context;
    if (signal.aborted) return { kind: "interrupted", started: false, partial: "" };
    const { life, tools } = server();
    const connection = await life.connected(signal);
    const available = missing(tool);
    if (available) return { kind: "unknown-tool", available };
    running.add(context);
    try {
      const input = isJsonObject(value) ? value : {};
      const call = { timeoutMs, logLevel, traceOf, context };
      const result = await callServer(connection.client, tool, input, call);
      if (asksForNew) await tools.askForNew(connection, context);
      return await outcomeOf(tool, result, context);
    } catch (error) {
      if (signal.aborted) return { kind: "interrupted", started: true, partial: "" };
      if (life.closing.aborted) return { kind: "failed", message: messageOf(life.closing.reason) };
      if (isFirst && (await loggedIn(error, connection, context))) return undefined;
      // A server on the network that has lost the session has not processed the call: the session is opened again.
      const isForgotten = "url" in settings && statusOf(error) === 404;
      if (!isForgotten || !isFirst) return callFailure({ error, connection, timeoutMs });
      await life.drop(connection);
      return undefined;
    } finally {
      running.delete(context);
    }
  }

  return {
    latest: () => [...running].at(-1),
    async call(tool, value, context) {
      for (let isFirst = true; ; isFirst = false) {
        const outcome = await attempt(tool, value, context, isFirst);
        if (outcome) return outcome;
      }
    },
    /** The result of a task that was under way when its process ended, if the server still knows it. */
    async recover(tool, _, context) {
      const taskId = taskOf(context);
      if (taskId === undefined) return undefined;
      const { client } = await server().life.connected(context.signal);
      const result = await resultOfTask(client, taskId, context).catch(() => undefined);
      return result && outcomeOf(tool, result, context);
    },
  };
}

/** The server has not processed a call for which it demands a login first. */
async function loggedIn(error: unknown, connection: Connection, context: ToolContext): Promise<boolean> {
  if (!loginNeededIn(error)) return false;
  context.progress("Waiting for you to log in.\n");
  return connection.logIn(error, context.signal).catch(() => false);
}

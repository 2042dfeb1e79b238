import {
  callToolOf,
  messageOf,
  recoverToolOf,
  type Extension,
  type JsonValue,
  type ToolContext,
} from "@skein/protocol";
import { serverApps } from "./apps/server-apps.ts";
import { waits } from "./limits.ts";
import { sameOffer } from "./offer.ts";
import { askForLogs, logLine } from "./log-lines.ts";
import { ownNames } from "./own-names.ts";
import { askServer } from "./offers/ask-server.ts";
import { serverPrompts } from "./offers/server-prompts.ts";
import { serverResources } from "./offers/server-resources.ts";
import { schemaCompiler } from "./schema-compiler.ts";
import { serverCalls } from "./calls/server-calls.ts";
import { serverLife } from "./server-life.ts";
import { appTool, serverTools, type ServerTools } from "./tools/server-tools.ts";
import { checkSettings, extensionName, type McpSettings } from "./settings.ts";
import { memoryPins } from "../pins/memory-pins.ts";

const never = new AbortController().signal;

/**
 * An MCP server as an extension: a command that communicates over stdio, a URL with streamable HTTP, or a server
 * object in this process. Nothing is started before the first `tools` or call. A crashed server is started again by
 * the next call, with increasing delays, and no more after five crashes in five minutes.
 *
 * Its tools have the effect `unknown` and are never repeated, whatever the server declares.
 *
 * @throws ConfigError for settings that can never work.
 */
export function mcp(given: McpSettings): Extension {
  checkSettings(given);
  const { newTools = given.pins ? "withhold" : "accept" } = given;
  // Without a store, what the server lists first is accepted for as long as this object lasts.
  const settings = newTools === "accept" || given.pins ? given : { ...given, pins: memoryPins() };
  const name = extensionName(settings);
  const { timeoutMs = waits.call, startTimeoutMs = waits.start } = settings;
  const names = ownNames(name);
  const listeners = new Set<() => void>();
  const onChange = () => {
    for (const listener of listeners) listener();
  };
  const schemas = schemaCompiler();
  const calls = serverCalls({
    settings,
    name,
    timeoutMs,
    asksForNew: newTools === "ask",
    names,
    schemas,
    server: () => ({ life, tools, apps }),
  });
  const life = serverLife(settings, {
    name,
    startTimeoutMs,
    requests: {
      roots: settings.roots ?? ("command" in settings && settings.cwd !== undefined ? [settings.cwd] : []),
      current: () => calls.latest()?.requests,
      onGivenUp: () => calls.latest() && settings.onNotice?.(givenUpNotice(name)),
    },
    async onOpened(connection, signal) {
      const before = tools.offer();
      prompts.forget();
      resources.forget();
      const now = await tools.read(connection, signal, "withhold");
      if (before && !sameOffer(before, now)) onChange();
      void resources.renew(connection.client);
      void askForLogs(connection.client, settings);
    },
    news: {
      changed(what) {
        if (what === "prompts") prompts.changed();
        else if (what === "resources") resources.changed();
        else tools.markStale();
      },
      resourceUpdated: (uri) => resources.updated(uri),
      logged: (params) => settings.log?.(logLine(params)),
    },
  });
  const ask = askServer(life, { timeoutMs, isRemote: "url" in settings });
  const prompts = serverPrompts(ask);
  const resources = serverResources(ask);
  const { call, recover } = calls;
  const offerParts = { names, compile: schemas.compile, call, recover, timeoutMs: settings.timeoutMs };
  const apps = serverApps(ask, (listed) => appTool(listed, offerParts));
  const tools: ServerTools = serverTools({
    settings,
    name,
    startTimeoutMs,
    newTools,
    life,
    prompts,
    apps,
    schemas,
    offerParts,
    onChange,
  });

  return {
    name,
    get instructions() {
      return tools.offer()?.instructions ?? "";
    },
    async tools(signal = never) {
      if (life.status().state === "configured" && (await tools.recall())) return tools.tools();
      if (life.status().state === "cached" && !tools.isStale()) return tools.tools();
      await tools.refresh(await life.connected(signal), signal);
      return tools.tools();
    },
    get prompts() {
      return tools.has().prompts ? prompts : undefined;
    },
    get resources() {
      return tools.has().resources ? resources : undefined;
    },
    ...(settings.apps ? { apps } : {}),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    status: () => life.status(),
    onStatus: (listener) => life.onStatus(listener),
    async callTool(tool: string, input: JsonValue, context: ToolContext) {
      try {
        if (!tools.offer() && !(await tools.recall())) await life.connected(context.signal);
        await schemas.load();
      } catch (error) {
        return { kind: "failed", message: messageOf(error) };
      }
      return callToolOf(tools.tools(), tool, input, context);
    },
    async recoverTool(tool, input, context) {
      if (!tools.offer() && !(await tools.recall())) await life.connected(context.signal);
      return recoverToolOf(tools.tools(), tool, input, context);
    },
    async close() {
      await Promise.all([life.close(), tools.stored()]);
    },
  };
}

function givenUpNotice(name: string): string {
  return `The extension "${name}" did not wait for your answer any longer: its own time limit is shorter. Call it again to answer.`;
}

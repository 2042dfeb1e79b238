import {
  callToolOf,
  isJsonObject,
  messageOf,
  recoverToolOf,
  type Extension,
  type JsonValue,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from "@skein/protocol";
import { isVisibleTo, serverApps } from "./apps/server-apps.ts";
import { callFailure } from "./call-failure.ts";
import { callServer } from "./calls/call-server.ts";
import type { Connection } from "./connect.ts";
import { loginNeededIn } from "./oauth/authorized-fetch.ts";
import { waits } from "./limits.ts";
import { listTools, type ListedTools } from "./list-tools.ts";
import type { BrokenTool, ListedTool } from "./listed-tool.ts";
import { offerOf, sameOffer, type Offer } from "./offer.ts";
import { askForLogs, logLine } from "./log-lines.ts";
import { ownNames } from "./own-names.ts";
import { askServer } from "./offers/ask-server.ts";
import { serverPrompts } from "./offers/server-prompts.ts";
import { serverResources } from "./offers/server-resources.ts";
import { statusOf } from "./problem.ts";
import { resultOfTask, taskOf } from "./calls/server-tasks.ts";
import { serverLife } from "./server-life.ts";
import { checkSettings, extensionName, type McpSettings, type NewTools } from "./settings.ts";
import { toolOutcome } from "./tool-outcome.ts";
import { wantedTools } from "./tools/wanted-tools.ts";
import { newToolQuestions } from "../pins/ask-new-tools.ts";
import { memoryPins } from "../pins/memory-pins.ts";
import { acceptTools, pinnedOffer, serverName, sourceOf } from "../pins/pinned-offer.ts";
import type { ServerOffer } from "../pins/review-offer.ts";
import type { KeptOffers } from "../tool-lists/tool-list-store.ts";
import { toolListMemory } from "../tool-lists/recall-tool-list.ts";
import { schemaCompiler } from "./schema-compiler.ts";

/** Names listed in one notice. */
const shownPlaces = 5;

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
  const logLevel = settings.log && (settings.logLevel ?? "info");
  const names = ownNames(name);
  const listeners = new Set<() => void>();
  const told = new Set<string>();
  const memory = toolListMemory(settings, Date.now);
  const schemas = schemaCompiler();
  let offer: Offer | undefined;
  let isStale = false;
  let keeping = Promise.resolve();
  let reading: Promise<unknown> = Promise.resolve();
  let lastListed: ServerOffer | undefined;
  let atStart: readonly string[] = [];
  const questions = newToolQuestions(name, (sentence) => settings.onNotice?.(sentence));

  /** Calls that run; what the server asks for belongs to the last one. */
  const running = new Set<ToolContext>();

  const life = serverLife(settings, {
    name,
    startTimeoutMs,
    requests: {
      roots: settings.roots ?? ("command" in settings && settings.cwd !== undefined ? [settings.cwd] : []),
      current: () => [...running].at(-1)?.requests,
      onGivenUp: () =>
        running.size > 0 &&
        settings.onNotice?.(
          `The extension "${name}" did not wait for your answer any longer: its own time limit is shorter. Call it again to answer.`,
        ),
    },
    async onOpened(connection, signal) {
      const before = offer;
      prompts.forget();
      resources.forget();
      const now = await read(connection, signal, "withhold");
      if (before && !sameOffer(before, now)) tellListeners();
      void resources.renew(connection.client);
      void askForLogs(connection.client, settings);
    },
    news: {
      changed(what) {
        if (what === "prompts") prompts.changed();
        else if (what === "resources") resources.changed();
        else if (!isStale) {
          isStale = true;
          tellListeners();
        }
      },
      resourceUpdated: (uri) => resources.updated(uri),
      logged: (params) => settings.log?.(logLine(params)),
    },
  });
  const ask = askServer(life, { timeoutMs, isRemote: "url" in settings });
  const prompts = serverPrompts(ask);
  const resources = serverResources(ask);
  const apps = serverApps(ask, appTool);
  const offerParts = { names, compile: schemas.compile, call, recover, timeoutMs: settings.timeoutMs };
  /** What the server has beside tools; all of it while it is not known. */
  let has: KeptOffers = { prompts: true, resources: true };

  /** @param forNew - what happens to tools that were not accepted. */
  function read(connection: Connection, signal: AbortSignal, forNew = newTools): Promise<Offer> {
    const result = readList(connection, signal, forNew);
    reading = result.catch(() => undefined);
    return result;
  }

  async function readList(connection: Connection, signal: AbortSignal, forNew: NewTools): Promise<Offer> {
    isStale = false;
    const { client } = connection;
    const list = await listTools(client, { timeoutMs: startTimeoutMs, signal });
    schemas.loadSoon();
    const said = client.getInstructions() ?? "";
    const { prompts: hasPrompts, resources: hasResources } = client.getServerCapabilities() ?? {};
    has = { prompts: hasPrompts !== undefined, resources: hasResources !== undefined };
    keeping = keep(list, said, has);
    return take(list, said, { server: serverName(client), package: connection.package, forNew });
  }

  /** Never rejects. Asks for the prompts once the server has started. */
  async function keep(list: ListedTools, said: string, offers: KeptOffers): Promise<void> {
    const listed = settings.lists && offers.prompts ? await prompts.list().catch(() => undefined) : undefined;
    await memory.keep(list, said, { ...offers, ...(listed ? { promptList: listed } : {}) });
  }

  async function take(
    list: ListedTools,
    said: string,
    {
      forNew = "withhold",
      ...started
    }: Pick<ServerOffer, "server" | "package"> & { readonly forNew?: NewTools } = { server: "" },
  ): Promise<Offer> {
    const source = sourceOf(settings);
    lastListed = { ...started, tools: wantedTools(list.tools, settings), source, instructions: said };
    if (forNew === "withhold") atStart = lastListed.tools.map((tool) => tool.name);
    const policy = { newTools: forNew, atStart };
    const { tools, instructions, asked } = await pinnedOffer(settings, name, lastListed, policy);
    questions.found(asked);
    tellBroken(list.broken ?? []);
    apps.offered(tools);
    const ofModel = { tools: tools.filter((tool) => isVisibleTo("model", tool)), leftOut: list.leftOut };
    offer = offerOf(ofModel, instructions, offerParts);
    tellHidden(offer);
    return offer;
  }

  /** A tool as a page calls it, whether the model has it or not. */
  function appTool(listed: ListedTool): Tool {
    return offerOf({ tools: [listed], leftOut: 0 }, "", offerParts).tools[0]!;
  }

  /** @returns whether a list of an earlier start can be used. */
  async function recall(): Promise<boolean> {
    const list = await memory.recall();
    if (!list || offer) return offer !== undefined;
    has = list.offers;
    if (has.promptList) prompts.recall(has.promptList);
    await take(list, list.instructions);
    life.remembered();
    schemas.loadSoon();
    if (list.isOld) life.startSoon();
    return true;
  }

  /** Once for each problem, however often the server is started. */
  function tellBroken(broken: readonly BrokenTool[]): void {
    const lines = broken
      .map(({ name: tool, problem }) => `"${tool}": ${problem}`)
      .filter((line) => !told.has(line));
    for (const line of lines) told.add(line);
    if (lines.length === 0) return;
    const more = lines.length - shownPlaces;
    settings.onNotice?.(
      [
        `The extension "${name}" has tools with invalid input schemas, which are left out:`,
        ...lines.slice(0, shownPlaces).map((line) => `  ${line}`),
        ...(more > 0 ? [`  … and ${more} more`] : []),
      ].join("\n"),
    );
  }

  /** Once for each text, however often the server is started. */
  function tellHidden({ hidden }: Offer): void {
    const fresh = hidden.filter((place) => !told.has(place));
    for (const place of fresh) told.add(place);
    if (fresh.length === 0) return;
    settings.onNotice?.(
      `The extension "${name}" hides characters in ${fresh.slice(0, shownPlaces).join(" and ")}${fresh.length > shownPlaces ? " and more" : ""}; they are shown escaped.`,
    );
  }

  function tellListeners(): void {
    for (const listener of listeners) listener();
  }

  async function call(tool: ListedTool, value: unknown, context: ToolContext): Promise<ToolOutcome> {
    const { signal } = context;
    const input = isJsonObject(value) ? value : {};
    for (let attempt = 1; ; attempt++) {
      if (signal.aborted) return { kind: "interrupted", started: false, partial: "" };
      const connection = await life.connected(signal);
      const available = offer?.tools.map((each) => each.name) ?? [];
      if (!apps.has(tool) && !names.namesOf([tool.name]).some((own) => available.includes(own))) {
        return { kind: "unknown-tool", available }; // it was listed before the server was restarted
      }
      running.add(context);
      try {
        const result = await callServer(connection.client, tool, input, {
          timeoutMs,
          logLevel,
          traceOf: settings.traceOf,
          context,
        });
        if (newTools === "ask") await askForNewTools(connection, context);
        return await toolOutcome(result, { extension: name, tool, compile: schemas.compile }, context);
      } catch (error) {
        if (signal.aborted) return { kind: "interrupted", started: true, partial: "" };
        if (life.closing.aborted) return { kind: "failed", message: messageOf(life.closing.reason) };
        if (attempt === 1 && (await loggedIn(error, connection, context))) continue;
        // A server on the network that has lost the session has not processed the call: the session is opened again.
        const isForgotten = "url" in settings && statusOf(error) === 404;
        if (!isForgotten || attempt > 1) return callFailure({ error, connection, timeoutMs });
        await life.drop(connection);
      } finally {
        running.delete(context);
      }
    }
  }

  /** About those that the call has added, or that were added since the last one. Never rejects. */
  async function askForNewTools(connection: Connection, { requests, signal }: ToolContext): Promise<void> {
    await reading;
    if (isStale) await read(connection, signal).catch(() => undefined);
    const accepted = await questions.ask(requests);
    if (accepted.length === 0 || !lastListed) return;
    await acceptTools(settings, name, lastListed, accepted).catch((error: unknown) => {
      settings.onNotice?.(`The new tools of the extension "${name}" cannot be accepted: ${messageOf(error)}`);
    });
    // Before the result, so that the model has them with it.
    await read(connection, signal).catch(() => (isStale = true));
    tellListeners();
  }

  /** The result of a task that was under way when its process ended, if the server still knows it. */
  async function recover(
    tool: ListedTool,
    _: unknown,
    context: ToolContext,
  ): Promise<ToolOutcome | undefined> {
    const taskId = taskOf(context);
    if (taskId === undefined) return undefined;
    const { client } = await life.connected(context.signal);
    const result = await resultOfTask(client, taskId, context).catch(() => undefined);
    return result && toolOutcome(result, { extension: name, tool, compile: schemas.compile }, context);
  }

  /** The server has not processed a call for which it demands a login first. */
  async function loggedIn(error: unknown, connection: Connection, context: ToolContext): Promise<boolean> {
    if (!loginNeededIn(error)) return false;
    context.progress("Waiting for you to log in.\n");
    return connection.logIn(error, context.signal).catch(() => false);
  }

  return {
    name,
    get instructions() {
      return offer?.instructions ?? "";
    },
    async tools(signal = never) {
      if (life.status().state === "configured" && (await recall())) return offer?.tools ?? [];
      if (life.status().state === "cached" && !isStale) return offer?.tools ?? [];
      const connection = await life.connected(signal);
      if (isStale) await reading; // one list at a time, however often it changes
      if (isStale) await read(connection, signal);
      return offer?.tools ?? [];
    },
    get prompts() {
      return has.prompts ? prompts : undefined;
    },
    get resources() {
      return has.resources ? resources : undefined;
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
        if (!offer && !(await recall())) await life.connected(context.signal);
        await schemas.load();
      } catch (error) {
        return { kind: "failed", message: messageOf(error) };
      }
      return callToolOf(offer?.tools ?? [], tool, input, context);
    },
    async recoverTool(tool, input, context) {
      if (!offer && !(await recall())) await life.connected(context.signal);
      return recoverToolOf(offer?.tools ?? [], tool, input, context);
    },
    async close() {
      await Promise.all([life.close(), keeping]);
    },
  };
}

import { messageOf, type Tool, type ToolContext } from "@skein/protocol";
import { isVisibleTo, type ServerApps } from "../apps/server-apps.ts";
import type { Connection } from "../connect.ts";
import type { ListedTool } from "../listed-tool.ts";
import { listTools, type ListedTools } from "../list-tools.ts";
import { offerNotices } from "./offer-notices.ts";
import { offerOf, type Offer, type OfferParts } from "../offer.ts";
import type { ServerPrompts } from "../offers/server-prompts.ts";
import type { ServerLife } from "../server-life.ts";
import type { SchemaCompiler } from "../schema-compiler.ts";
import type { McpSettings, NewTools } from "../settings.ts";
import { wantedTools } from "./wanted-tools.ts";
import { newToolQuestions } from "../../pins/ask-new-tools.ts";
import { acceptTools, pinnedOffer, serverName, sourceOf } from "../../pins/pinned-offer.ts";
import type { ServerOffer } from "../../pins/review-offer.ts";
import type { KeptOffers } from "../../tool-lists/tool-list-store.ts";
import { toolListMemory } from "../../tool-lists/recall-tool-list.ts";

export interface ServerToolsOptions {
  readonly settings: McpSettings;
  /** Of the extension. */
  readonly name: string;
  readonly startTimeoutMs: number;
  /** What happens to tools that were not accepted, once the server has started. */
  readonly newTools: NewTools;
  readonly life: Pick<ServerLife, "remembered" | "startSoon">;
  readonly prompts: Pick<ServerPrompts, "list" | "recall">;
  readonly apps: Pick<ServerApps, "offered">;
  readonly schemas: Pick<SchemaCompiler, "loadSoon">;
  readonly offerParts: OfferParts;
  /** The list has become another one while the server runs. */
  readonly onChange: () => void;
}

/** The tools of a server: listed, stored for the next start, reviewed against what was accepted. */
export interface ServerTools {
  /** What the server offers, as last listed; undefined before that. */
  offer(): Offer | undefined;
  tools(): readonly Tool[];
  /** What the server has beside tools; all of it while it is not known. */
  has(): KeptOffers;
  /** Whether the server has said that its list is another one. */
  isStale(): boolean;
  markStale(): void;
  /** Lists the tools. @param forNew - what happens to tools that were not accepted. */
  read(connection: Connection, signal: AbortSignal, forNew?: NewTools): Promise<Offer>;
  /** Lists the tools if their list is stale: one list at a time, however often it changes. */
  refresh(connection: Connection, signal: AbortSignal): Promise<void>;
  /** Returns true if the list of an earlier start can be used. */
  recall(): Promise<boolean>;
  /** Asks about tools that a call has added, or that were added since the last call. Never rejects. */
  askForNew(connection: Connection, context: ToolContext): Promise<void>;
  /** Resolves when the list is stored. */
  stored(): Promise<void>;
}

export function serverTools(options: ServerToolsOptions): ServerTools {
  const { settings, name, startTimeoutMs, newTools, life, prompts, apps, schemas, offerParts, onChange } =
    options;
  const memory = toolListMemory(settings, Date.now);
  const notices = offerNotices(name, settings.onNotice);
  const questions = newToolQuestions(name, (sentence) => settings.onNotice?.(sentence));
  let offer: Offer | undefined;
  let has: KeptOffers = { prompts: true, resources: true };
  let isStale = false;
  let storing = Promise.resolve();
  let reading: Promise<unknown> = Promise.resolve();
  let lastListed: ServerOffer | undefined;
  /** Names of the tools that the server has started with. */
  let atStart: readonly string[] = [];

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
    const instructions = client.getInstructions() ?? "";
    const { prompts: hasPrompts, resources: hasResources } = client.getServerCapabilities() ?? {};
    has = { prompts: hasPrompts !== undefined, resources: hasResources !== undefined };
    storing = store(list, instructions, has);
    const started = { server: serverName(client), package: connection.package };
    return review(list, instructions, started, forNew);
  }

  /** Never rejects. Asks for the prompts once the server has started. */
  async function store(list: ListedTools, instructions: string, offers: KeptOffers): Promise<void> {
    const listed = settings.lists && offers.prompts ? await prompts.list().catch(() => undefined) : undefined;
    await memory.keep(list, instructions, { ...offers, ...(listed ? { promptList: listed } : {}) });
  }

  /** What of a list was accepted becomes the offer. */
  async function review(
    list: ListedTools,
    said: string,
    started: Pick<ServerOffer, "server" | "package">,
    forNew: NewTools,
  ): Promise<Offer> {
    const source = sourceOf(settings);
    lastListed = { ...started, tools: wantedTools(list.tools, settings), source, instructions: said };
    if (forNew === "withhold") atStart = lastListed.tools.map((tool) => tool.name);
    const policy = { newTools: forNew, atStart };
    const { tools, instructions, asked } = await pinnedOffer(settings, name, lastListed, policy);
    questions.found(asked);
    notices.broken(list.broken ?? []);
    apps.offered(tools);
    const ofModel = { tools: tools.filter((tool) => isVisibleTo("model", tool)), leftOut: list.leftOut };
    offer = offerOf(ofModel, instructions, offerParts);
    notices.hidden(offer.hidden);
    return offer;
  }

  return {
    offer: () => offer,
    tools: () => offer?.tools ?? [],
    has: () => has,
    isStale: () => isStale,
    markStale() {
      if (isStale) return;
      isStale = true;
      onChange();
    },
    read,
    async refresh(connection, signal) {
      if (isStale) await reading;
      if (isStale) await read(connection, signal);
    },
    async recall() {
      const list = await memory.recall();
      if (!list || offer) return offer !== undefined;
      has = list.offers;
      if (has.promptList) prompts.recall(has.promptList);
      await review(list, list.instructions, { server: "" }, "withhold");
      life.remembered();
      schemas.loadSoon();
      if (list.isOld) life.startSoon();
      return true;
    },
    async askForNew(connection, { requests, signal }) {
      await reading;
      if (isStale) await read(connection, signal).catch(() => undefined);
      const accepted = await questions.ask(requests);
      if (accepted.length === 0 || !lastListed) return;
      await acceptTools(settings, name, lastListed, accepted).catch((error: unknown) => {
        settings.onNotice?.(
          `The new tools of the extension "${name}" cannot be accepted: ${messageOf(error)}`,
        );
      });
      // Before the result, so that the model has them with it.
      await read(connection, signal).catch(() => (isStale = true));
      onChange();
    },
    stored: () => storing,
  };
}

/** A tool as a page of the extension calls it, whether the model has it or not. */
export function appTool(listed: ListedTool, parts: OfferParts): Tool {
  return offerOf({ tools: [listed], leftOut: 0 }, "", parts).tools[0]!;
}

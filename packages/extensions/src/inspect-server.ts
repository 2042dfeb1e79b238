import {
  escapeName,
  type JsonSchema,
  type PromptDefinition,
  type ResourceDefinition,
  type ResourceTemplate,
} from "@skein/protocol";
import { askServer } from "./mcp/offers/ask-server.ts";
import { serverPrompts } from "./mcp/offers/server-prompts.ts";
import { serverResources } from "./mcp/offers/server-resources.ts";
import { noNews } from "./mcp/connect.ts";
import { listTools, type ListedTools } from "./mcp/list-tools.ts";
import type { BrokenTool } from "./mcp/listed-tool.ts";
import { withVersion, type StartedPackage } from "./packages/started-package.ts";
import { noRequests } from "./mcp/requests/answer-server.ts";
import { serverLife } from "./mcp/server-life.ts";
import { checkSettings, extensionName, type McpSettings } from "./mcp/settings.ts";
import { limits, waits } from "./mcp/limits.ts";
import { foreignText } from "./mcp/foreign-text.ts";
import { ownNames } from "./mcp/own-names.ts";
import { wantedTools } from "./mcp/tools/wanted-tools.ts";
import { toolNames } from "./tool-names.ts";
import { pinKeyOf, serverName, sourceOf } from "./pins/pinned-offer.ts";
import { acceptOffer, reviewOffer, type OfferChange } from "./pins/review-offer.ts";

/** Of a name. */
const shownCharacters = 200;

export interface InspectedServer {
  /** Of the extension. */
  readonly name: string;
  /** Name and version, as the server says. */
  readonly server: string;
  readonly instructions: string;
  readonly tools: readonly InspectedTool[];
  /** Number of further tools that are left out. */
  readonly leftOut: number;
  /** Tools that are left out because their input schemas are invalid. */
  readonly broken: readonly BrokenTool[];
  readonly prompts: readonly PromptDefinition[];
  readonly resources: readonly ResourceDefinition[];
  readonly templates: readonly ResourceTemplate[];
  /** Milliseconds from its start to its list of tools. */
  readonly startedInMs: number;
  /** What differs from what a person has accepted; none for a server that is new. */
  readonly changes: readonly OfferChange[];
  /** Nothing of it was accepted yet. */
  readonly isNew: boolean;
  /** Accepts what it offers now, as it is here. */
  accept(): Promise<void>;
}

export interface InspectedTool {
  /** The server's own name, safe to show. */
  readonly name: string;
  /** What the model calls it: `extension__tool`, unless that is too long, not allowed, or taken. */
  readonly modelName: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** What its server claims of it by annotations. Nothing is permitted because of it. */
  readonly claims?: string;
  /** Whether the model gets it. */
  readonly isOffered: boolean;
  /** Where it contains invisible characters. */
  readonly hides: readonly string[];
}

/**
 * Starts a server, asks what it offers and ends it again. Throws `ConfigError` and `ExtensionError`.
 *
 * @param newest - the version of its package to start and to accept. Default: the one that was accepted.
 */
export async function inspectServer(
  settings: McpSettings,
  signal: AbortSignal,
  newest?: Required<StartedPackage>,
): Promise<InspectedServer> {
  checkSettings(settings);
  const name = extensionName(settings);
  const { startTimeoutMs = waits.start, pins } = settings;
  let list: ListedTools = { tools: [], leftOut: 0 };
  const { pins: _, ...unpinned } = settings;
  const chosen = newest && "command" in unpinned ? withVersion(unpinned, newest) : settings;
  const life = serverLife(chosen, {
    name,
    startTimeoutMs,
    async onOpened({ client }, starting) {
      list = await listTools(client, { timeoutMs: startTimeoutMs, signal: starting });
    },
    news: noNews,
    requests: noRequests,
  });
  const startedAt = performance.now();
  try {
    const { client } = await life.connected(signal);
    const startedInMs = performance.now() - startedAt;
    const ask = askServer(life, { timeoutMs: startTimeoutMs, isRemote: false });
    const listing = serverResources(ask);
    // What cannot be listed is left out: the tools count.
    const [prompts, resources, templates] = await Promise.all([
      serverPrompts(ask).list(signal).catch(none),
      listing.list(signal).catch(none),
      listing.templates(signal).catch(none),
    ]);
    const server = serverName(client);
    const source = sourceOf(settings);
    const offer = {
      source,
      server,
      instructions: client.getInstructions() ?? "",
      tools: wantedTools(list.tools, settings),
      package: newest,
    };
    const key = pinKeyOf(settings, name);
    const pin = await pins?.read(key);
    const reviewed = pin ? reviewOffer(pin, offer) : { ...offer, changes: [] };
    const offered = new Set(reviewed.tools.map((tool) => tool.name));
    const own = ownNames(name).namesOf(list.tools.map((tool) => tool.name));
    const names = toolNames();
    return {
      name,
      server: escapeName(server).slice(0, shownCharacters),
      instructions: foreignText(offer.instructions, limits.instructionsBytes),
      tools: list.tools.map((tool, at) => ({
        name: escapeName(tool.name).slice(0, shownCharacters),
        modelName: names.nameOf(name, own[at] ?? tool.name, true),
        description: tool.description,
        inputSchema: tool.inputSchema,
        ...(tool.claims === undefined ? {} : { claims: tool.claims }),
        isOffered: offered.has(tool.name),
        hides: tool.hides,
      })),
      leftOut: list.leftOut,
      broken: list.broken ?? [],
      prompts,
      resources,
      templates,
      startedInMs,
      changes: reviewed.changes,
      isNew: pin === undefined,
      accept: async () => pins?.write(key, acceptOffer(pin, offer)),
    };
  } finally {
    await life.close();
  }
}

const none = () => [];

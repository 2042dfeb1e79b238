import { createHash } from "node:crypto";
import type { Client } from "@modelcontextprotocol/client";
import { messageOf } from "@skein/protocol";
import type { McpSettings, NewTools } from "../mcp/settings.ts";
import { startedPackage, withVersion, type StartedPackage } from "../packages/started-package.ts";
import { newToolsNotice } from "./ask-new-tools.ts";
import { describeOfferChange } from "./describe-offer-change.ts";
import { pinnedTool, type ExtensionPin } from "./extension-pin.ts";
import {
  acceptOffer,
  reviewOffer,
  type OfferChange,
  type ReviewedOffer,
  type ServerOffer,
} from "./review-offer.ts";

/** Lines of a diff in one notice. */
const shownLines = 12;

/** Stands for command line or address; a hash, because secrets may be among the arguments. */
export function sourceOf(settings: McpSettings): string {
  if ("server" in settings) return "";
  const said =
    "url" in settings
      ? [settings.url, ...(settings.socket === undefined ? [] : [settings.socket])]
      : [settings.command, ...(settings.args ?? [])];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

/** Name and version, as the server says. */
export function serverName(client: Client): string {
  const { name = "", version = "" } = client.getServerVersion() ?? {};
  return `${name} ${version}`.trim();
}

export function pinKeyOf(settings: McpSettings, name: string): string {
  const { pinKey } = settings;
  if (pinKey !== undefined) return pinKey;
  return `${name}.${sourceOf(settings).slice(0, 12)}`;
}

export interface VersionedSettings {
  readonly settings: McpSettings;
  /** Chosen for a first start, to be pinned with what the server offers. */
  readonly chosen?: Required<StartedPackage>;
}

/**
 * The same command with the version of its package that was accepted. At a first start, which accepts what it finds, that is
 * the one that its launcher would take now.
 */
export async function withPinnedVersion(settings: McpSettings, name: string): Promise<VersionedSettings> {
  const found = "command" in settings ? startedPackage(settings) : undefined;
  if (!("command" in settings) || !found || !settings.pins) return { settings };
  // One that cannot be read is told when its tools are compared.
  const pin = await settings.pins.read(pinKeyOf(settings, name)).catch(() => "unreadable" as const);
  if (pin === "unreadable") return { settings };
  if (pin) {
    const isPinned = pin.package !== undefined && pin.source === sourceOf(settings);
    return { settings: isPinned ? withVersion(settings, pin.package) : settings };
  }
  const version = await settings.newestVersion?.(found);
  if (version === undefined) return { settings };
  const chosen = { ...found, version };
  return { settings: withVersion(settings, chosen), chosen };
}

interface NewToolsPolicy {
  /** What happens to tools that were never accepted. Default: `withhold`. */
  readonly newTools?: NewTools;
  /** Names of the tools that the server had when it was started: what is new among those is withheld. Default: none. */
  readonly atStart?: readonly string[];
}

/** What may be used of an offer, and what of it the user decides about. */
export interface PinnedOffer extends Pick<ReviewedOffer, "tools" | "instructions"> {
  /** Names of new tools that the user is to be asked about. */
  readonly asked: readonly string[];
}

/**
 * What of an offer may be used. The first offer of an extension is accepted as it is; of later ones only what is
 * unchanged. Without a store of pins everything may be used.
 *
 * Never rejects: when the pin cannot be read, nothing is offered.
 */
export async function pinnedOffer(
  settings: McpSettings,
  name: string,
  offer: ServerOffer,
  { newTools = "withhold", atStart = [] }: NewToolsPolicy = {},
): Promise<PinnedOffer> {
  const { pins, onNotice = () => undefined } = settings;
  if (!pins || "server" in settings) return { ...offer, asked: [] };
  const key = pinKeyOf(settings, name);
  try {
    const accepted = await pins.read(key);
    if (!accepted) {
      await pins.write(key, acceptOffer(undefined, offer)).catch((error: unknown) => {
        onNotice(`What the extension "${name}" offers cannot be remembered: ${messageOf(error)}`);
      });
      return { ...offer, asked: [] };
    }
    const added =
      newTools === "withhold" ? [] : addedTools(accepted, offer).filter((tool) => !atStart.includes(tool));
    if (newTools === "accept" && added.length > 0) {
      await pins.write(key, withTools(accepted, offer, added));
      onNotice(newToolsNotice(name, added, "which are offered"));
    }
    const { tools, instructions, changes } = reviewOffer(
      newTools === "accept" ? withTools(accepted, offer, added) : accepted,
      offer,
    );
    const withheld = changes.filter((change) => change.kind !== "tool-added" || !added.includes(change.tool));
    if (withheld.length > 0) onNotice(withheldNotice(name, withheld));
    return { tools, instructions, asked: newTools === "ask" ? added : [] };
  } catch (error) {
    onNotice(`The tools of the extension "${name}" are not offered: ${messageOf(error)}`);
    return { tools: [], instructions: "", asked: [] };
  }
}

/** Accepts tools of an offer beside what is accepted already. Rejects if the pin cannot be read or written. */
export async function acceptTools(
  settings: McpSettings,
  name: string,
  offer: ServerOffer,
  names: readonly string[],
): Promise<void> {
  const key = pinKeyOf(settings, name);
  const accepted = await settings.pins?.read(key);
  if (accepted) await settings.pins?.write(key, withTools(accepted, offer, names));
}

/** Tools that were never accepted; none of another command or address. */
function addedTools(pin: ExtensionPin, { source, tools }: ServerOffer): readonly string[] {
  if (pin.source !== source) return [];
  return tools.map(({ name }) => name).filter((name) => !Object.hasOwn(pin.tools, name));
}

function withTools(pin: ExtensionPin, { tools }: ServerOffer, names: readonly string[]): ExtensionPin {
  const added = tools
    .filter(({ name }) => names.includes(name))
    .map(({ name, raw }) => [name, pinnedTool(raw)]);
  return { ...pin, tools: { ...pin.tools, ...(Object.fromEntries(added) as ExtensionPin["tools"]) } };
}

function withheldNotice(name: string, changes: readonly OfferChange[]): string {
  const described = changes.map(describeOfferChange);
  const lines = described.flatMap(({ title, diff }) => [
    diff.length === 0 ? `${title}.` : `${title}:`,
    ...diff.map((line) => `  ${line}`),
  ]);
  const more = lines.length - shownLines;
  return [
    `The extension "${name}" is not as it was accepted. What differs is not offered until it is accepted:`,
    ...lines.slice(0, shownLines),
    ...(more > 0 ? [`  … and ${more} more lines`] : []),
  ].join("\n");
}

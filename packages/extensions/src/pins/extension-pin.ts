import { createHash } from "node:crypto";
import { isJsonObject, mapStrings, type JsonObject, type JsonValue } from "@skein/protocol";
import type { StartedPackage } from "../packages/started-package.ts";
import { sortedJson } from "../sorted-json.ts";

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** A tool's definition as a person accepted it. */
export interface PinnedTool {
  /** SHA-256, hex, of everything that its server says of it. */
  readonly hash: string;
  /** For a diff. */
  readonly description: string;
  readonly inputSchema: JsonValue;
}

/** What a person has accepted of a server, or what it offered at its first start. */
export interface ExtensionPin {
  readonly version: 1;
  /** Stands for its command line or address. */
  readonly source: string;
  /** Name and version, as the server says. */
  readonly server: string;
  readonly instructions: string;
  /** SHA-256, hex, of the instructions as the server sent them. Absent: they are stored unchanged. */
  readonly instructionsHash?: string;
  /** The package that its command starts, and the version that is started. Absent: whatever its launcher takes. */
  readonly package?: Required<StartedPackage>;
  /** By the server's own names. */
  readonly tools: Readonly<Record<string, PinnedTool>>;
}

/** Keeps pins, by a key of the extension. A pin that cannot be read is an error, never a first use. */
export interface ExtensionPinStore {
  /** Rejects with the reason when there is a pin that cannot be read. */
  read(key: string): Promise<ExtensionPin | undefined>;
  write(key: string, pin: ExtensionPin): Promise<void>;
}

/** Stores texts without secrets: hashes stay those of what the server sent. */
export function redactedPin(pin: ExtensionPin, redact: Redact): ExtensionPin {
  const instructions = redact(pin.instructions);
  const tools = Object.entries(pin.tools).map(([name, { hash, description, inputSchema }]) => [
    name,
    { hash, description: redact(description), inputSchema: mapStrings(inputSchema, redact) },
  ]);
  return {
    ...pin,
    instructions,
    ...(instructions === pin.instructions ? {} : { instructionsHash: hashOf(pin.instructions) }),
    tools: Object.fromEntries(tools) as ExtensionPin["tools"],
  };
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function pinnedTool(raw: JsonObject): PinnedTool {
  const { description, inputSchema = {} } = raw;
  return {
    hash: hashOf(sortedJson(raw)),
    description: typeof description === "string" ? description : "",
    inputSchema,
  };
}

/** @returns `undefined` when the value is not a pin. */
export function extensionPin(value: JsonValue): ExtensionPin | undefined {
  if (!isJsonObject(value) || value["version"] !== 1 || !isJsonObject(value["tools"])) return undefined;
  const { source, server, instructions, instructionsHash, tools } = value;
  if (typeof source !== "string" || typeof server !== "string" || typeof instructions !== "string")
    return undefined;
  if (!Object.values<JsonValue>(tools).every(isPinnedTool)) return undefined;
  const found = value["package"];
  if (found !== undefined && !isPackage(found)) return undefined;
  return {
    version: 1,
    source,
    server,
    instructions,
    ...(typeof instructionsHash === "string" ? { instructionsHash } : {}),
    ...(found === undefined ? {} : { package: found as unknown as Required<StartedPackage> }),
    tools: tools as unknown as ExtensionPin["tools"],
  };
}

function isPackage(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    (value["ecosystem"] === "npm" || value["ecosystem"] === "PyPI") &&
    typeof value["name"] === "string" &&
    typeof value["version"] === "string"
  );
}

function isPinnedTool(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    typeof value["hash"] === "string" &&
    typeof value["description"] === "string" &&
    "inputSchema" in value
  );
}

import { isJsonObject, type JsonObject, type JsonValue, type PromptDefinition } from "@skein/protocol";

/** What a server offered when it was last asked, as it said it. */
export interface KeptToolList {
  /** When it was asked, in milliseconds since the epoch. */
  readonly at: number;
  readonly tools: readonly JsonObject[];
  /** Number of further tools that were left out. */
  readonly leftOut: number;
  readonly instructions: string;
  readonly offers: KeptOffers;
}

/** What a server has beside tools. */
export interface KeptOffers {
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Absent: they could not be listed. */
  readonly promptList?: readonly PromptDefinition[];
}

/**
 * Keeps tool lists between processes, by a key that stands for command, version and configuration. It is a cache:
 * whatever is wrong or missing in it is asked for again, and neither function rejects.
 */
export interface ToolListStore {
  read(key: string): Promise<JsonValue | undefined>;
  write(key: string, list: KeptToolList): Promise<void>;
}

/** @returns `undefined` when the value of a store is not a list. */
export function keptToolList(value: JsonValue | undefined): KeptToolList | undefined {
  if (!isJsonObject(value)) return undefined;
  const { at, tools, leftOut, instructions } = value;
  const offers = keptOffers(value["offers"]);
  if (typeof at !== "number" || typeof leftOut !== "number" || typeof instructions !== "string")
    return undefined;
  if (!Array.isArray(tools) || !tools.every(isJsonObject) || !offers) return undefined;
  return { at, tools, leftOut, instructions, offers };
}

function keptOffers(value: JsonValue | undefined): KeptOffers | undefined {
  if (!isJsonObject(value)) return undefined;
  const { prompts, resources, promptList } = value;
  if (typeof prompts !== "boolean" || typeof resources !== "boolean") return undefined;
  if (promptList === undefined) return { prompts, resources };
  const isList = Array.isArray(promptList) && promptList.every(isNamed);
  return isList
    ? { prompts, resources, promptList: promptList as unknown as readonly PromptDefinition[] }
    : undefined;
}

function isNamed(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value["name"] === "string";
}

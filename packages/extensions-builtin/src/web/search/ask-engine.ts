import {
  isJsonObject,
  messageOf,
  type JsonObject,
  type JsonValue,
  type ToolFailure,
  toolFailed,
} from "@skein/protocol";
import { requestOnce, type Reply } from "../request-once.ts";
import type { SearchEngine } from "./search-engines.ts";

export interface SearchSettings {
  readonly engine: SearchEngine;
  /** Where it is, in place of its own address. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  /** Plain text; may be empty. */
  readonly text: string;
  readonly date: string | undefined;
}

const timeoutMs = 20_000;
const textCharacters = 600;

/** Asks a search engine. Its address is the user's own, so it may be a private one; redirects are not followed. */
export async function askEngine(
  { engine, url = engine.url, key }: SearchSettings,
  { query, count }: { readonly query: string; readonly count: number },
  signal: AbortSignal,
): Promise<readonly SearchResult[] | ToolFailure> {
  const { id, path, parameters = {}, headers = {}, body } = engine;
  const values: Values = { query, key: key ?? "", count };
  const address = new URL(`${url?.replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(parameters))
    address.searchParams.set(name, filled(value, values));
  const wire = {
    headers: {
      accept: "application/json",
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value, values)])),
    },
    ...(body === undefined ? {} : { json: filledBody(body, values) }),
  };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let reply: Reply;
  try {
    reply = await requestOnce(address, wire, limit);
  } catch (error) {
    signal.throwIfAborted();
    return toolFailed(
      `${id} could not be asked: ${limit.aborted ? "it took longer than 20 s" : messageOf(error)}.`,
    );
  }
  if (reply.status !== 200) return refused(id, reply.status);
  const results = resultsIn(reply.body.toString("utf8"), engine);
  return results ?? toolFailed(`${id} gave an answer that is no list of results.`);
}

function refused(id: string, status: number): ToolFailure {
  const hint =
    status === 401 || status === 403
      ? "Tell the user that its key is not accepted."
      : status === 429
        ? "Its limit is reached: wait, or do without."
        : undefined;
  return toolFailed(`${id} answered with HTTP status ${status}.`, hint);
}

interface Values {
  readonly query: string;
  readonly key: string;
  readonly count: number;
}

function filled(text: string, values: Values): string {
  return text.replaceAll(/\$\{(query|key|count)\}/g, (_, name: keyof Values) => String(values[name]));
}

function filledBody(value: JsonValue, values: Values): JsonValue {
  if (value === "${count}") return values.count;
  if (typeof value === "string") return filled(value, values);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, filledBody(field, values)]));
}

function resultsIn(json: string, { results, fields }: SearchEngine): readonly SearchResult[] | undefined {
  let found: JsonValue | undefined = parsed(json);
  for (const name of results.split(".")) {
    if (!isJsonObject(found)) return undefined;
    found = found[name];
    // An engine that found nothing may leave out the whole list.
    if (found === undefined) return [];
  }
  if (!Array.isArray(found)) return undefined;
  return found.filter(isJsonObject).flatMap((result) => {
    const url = result[fields.url];
    if (typeof url !== "string" || !/^https?:\/\//i.test(url)) return [];
    const title = plain(result[fields.title]);
    const date = plain(result[fields.date]).slice(0, 10);
    return [
      {
        url,
        title: title === "" ? url : title,
        text: plain(result[fields.text]).slice(0, textCharacters),
        date: date === "" ? undefined : date,
      },
    ];
  });
}

/** Engines mark the words that were searched for. */
function plain(value: JsonValue | undefined): string {
  const text = Array.isArray(value) ? value.filter((one) => typeof one === "string").join(" … ") : value;
  return typeof text === "string"
    ? text
        .replaceAll(/<\/?[a-z]+>/gi, "")
        .replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? "")
        .replaceAll(/\s+/g, " ")
        .trim()
    : "";
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#39": "'",
};

function parsed(json: string): JsonObject | undefined {
  try {
    const value = JSON.parse(json) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

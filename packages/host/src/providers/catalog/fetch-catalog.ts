import { readFile, stat } from "node:fs/promises";
import { isLoopback, outgoingFetch } from "@skein/platform/outgoing";
import { readText } from "@skein/platform/text";
import { jsonInText } from "@skein/platform/json";
import { ConfigError, isJsonObject, messageOf, type JsonObject } from "@skein/protocol";

/** The list of models that is asked unless the setting `modelCatalog` names another one. */
export const usualCatalog = "https://models.dev/api.json";

/** Bytes of a whole list; that of models.dev has about two million. */
const maxBytes = 64 * 2 ** 20;

/** Milliseconds for all of it. */
const fetchMs = 120_000;

/**
 * Reads a list of models. Throws `ConfigError`.
 *
 * @param from - an https address, also an http address of this machine, or the path of a file.
 * @returns its models by the list's own id of their provider.
 */
export async function fetchCatalog(from: string): Promise<ReadonlyMap<string, JsonObject>> {
  const url = addressIn(from);
  const shown = shownCatalog(from);
  const text = url ? await fetched(url) : await read(from);
  const list = jsonInText(text);
  if (!isJsonObject(list)) throw unusable(shown, "it is no JSON object");
  const providers = Object.entries(list).flatMap(([id, provider]): [string, JsonObject][] => {
    const models = isJsonObject(provider) ? provider["models"] : undefined;
    return isJsonObject(models) ? [[id, models]] : [];
  });
  if (providers.length === 0) throw unusable(shown, "no provider in it has models");
  return new Map(providers);
}

/** Where a list is, for people: a query may have a key in it, and is not repeated. */
export function shownCatalog(from: string): string {
  const url = addressIn(from);
  return url ? `${url.origin}${url.pathname}` : from;
}

function addressIn(from: string): URL | undefined {
  return /^https?:/i.test(from) ? (URL.parse(from) ?? undefined) : undefined;
}

async function fetched(url: URL): Promise<string> {
  const shown = shownCatalog(url.href);
  if (url.protocol !== "https:" && !isLoopback(url.hostname))
    throw unusable(shown, "it is read over https alone");
  try {
    const response = await outgoingFetch(url, { signal: AbortSignal.timeout(fetchMs) });
    if (!response.ok) throw unusable(shown, `the server answers ${response.status}`);
    const decoder = new TextDecoder();
    let text = "";
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw unusable(shown, tooLong);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw ConfigError.is(error) ? error : unusable(shown, reasonOf(error));
  }
}

async function read(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > maxBytes) throw unusable(path, tooLong);
    return (await readText(await readFile(path))).text;
  } catch (error) {
    throw ConfigError.is(error) ? error : unusable(path, messageOf(error));
  }
}

const tooLong = `it has more than ${maxBytes} bytes`;

/** `fetch` says only that it failed; the cause says why. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}

function unusable(from: string, why: string): ConfigError {
  return new ConfigError(
    "unreadable",
    `The list of models at ${from} cannot be used: ${why}. Nothing was changed.`,
    {
      hint: "Name another list: an https address or a file.",
    },
  );
}

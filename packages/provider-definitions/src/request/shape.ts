import { bodyBytes, bodyJson, joinedHeaders, objectIn, readStart } from "@skein/provider-kit";
import type { HttpResponse, Send, SendOptions } from "@skein/provider-kit";
import type { ProviderDefinition } from "../definition.ts";
import { shapedBody } from "./body.ts";
import type { BodyForm } from "./body.ts";

/** What stands for a key where none is needed: engines want one. It never leaves this machine. */
export const noKey = "no-key-is-needed";

/** What proves who asks. */
interface Credential {
  /** Instead of what the engine sends; `undefined` keeps that. */
  readonly header?: { readonly name: string; readonly value: string };
  /** Where the vendor wants this account to call. */
  readonly origin?: string | undefined;
}

export interface Shaping {
  readonly definition: ProviderDefinition;
  readonly query: Readonly<Record<string, string>>;
  /** @param isRefused - the one given before was refused. */
  readonly credential: (isRefused: boolean, signal: AbortSignal | undefined) => Promise<Credential>;
  /** `true` when another credential may be had after a refusal. */
  readonly isRenewable: boolean;
  readonly form: BodyForm;
}

/** The most bytes to read of a refusal, so that its connection can be used again. */
const maxRefusalBytes = 65_536;

/** Sends what an engine wrote in the way the definition's endpoint takes it. */
export function shapedSend(send: Send, shaping: Shaping): Send {
  const { definition, query, credential, isRenewable, form } = shaping;
  return async (address, options = {}) => {
    const { method = "GET", body: written, signal } = options;
    const body = written === undefined ? undefined : objectIn(bodyJson(written));
    const shaped = body && shapedBody(body, definition, form);
    const url = urlOf(address, definition, { method, model: body?.["model"], query });
    const ask = async (isRefused: boolean): Promise<HttpResponse> => {
      const { header, origin } = await credential(isRefused, signal);
      return send(at(url, origin).href, {
        ...options,
        headers: headersOf(options.headers, header),
        ...(shaped ? { body: bodyBytes(shaped) } : {}),
      });
    };
    const answer = await ask(false);
    if (answer.status !== 401 || !isRenewable) return answer;
    await readStart(answer, maxRefusalBytes);
    return ask(true);
  };
}

interface Target {
  readonly method: string;
  readonly model: unknown;
  readonly query: Readonly<Record<string, string>>;
}

function urlOf(
  address: string,
  { engine, basePath, modelsPath }: ProviderDefinition,
  { method, model, query }: Target,
): URL {
  let url = new URL(address);
  if (method.toUpperCase() === "GET" && modelsPath !== undefined) {
    const search = url.search;
    url = new URL(modelsPath, url.origin);
    if (url.search === "") url.search = search;
  }
  // Engines of these two wires ask for replies at one place alone, and may add to a bare host what is not wanted here.
  const hasOnePlace = engine === "openai" || engine === "anthropic";
  if (method.toUpperCase() === "POST" && basePath !== undefined && hasOnePlace) url.pathname = `/${basePath}`;
  const id = encodeURIComponent(typeof model === "string" ? model : "");
  url.pathname = url.pathname.replaceAll("%7Bmodel%7D", id);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function at(url: URL, origin: string | undefined): URL {
  if (origin === undefined) return url;
  const other = new URL(url);
  const { protocol, host } = new URL(origin);
  other.protocol = protocol;
  other.host = host;
  return other;
}

/** Where engines put keys. */
const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key"];

function headersOf(
  given: SendOptions["headers"] = {},
  header: Credential["header"],
): Readonly<Record<string, string>> {
  const kept = Object.entries(given).filter(([name, value]) => {
    const isKey = keyHeaders.includes(name.toLowerCase());
    return !(isKey && (header !== undefined || value.endsWith(noKey)));
  });
  return joinedHeaders(Object.fromEntries(kept), header ? { [header.name]: header.value } : {});
}

import { jsonIn, objectIn } from "@skein/provider-kit";
import type { ProviderDefinition } from "../definition.ts";
import { shapedBody } from "./body.ts";
import type { BodyForm } from "./body.ts";

/** What stands for a key where none is needed: engines want one. It never leaves this machine. */
export const noKey = "no-key-is-needed";

/** What proves who asks. */
export interface Credential {
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
  readonly fetch: typeof fetch;
}

/** A `fetch` that sends what an engine wrote in the way the definition's endpoint takes it. */
export function shapedFetch(shaping: Shaping): typeof fetch {
  const { definition, query, credential, isRenewable, form, fetch: send } = shaping;
  return async (input, init = {}) => {
    const body = typeof init.body === "string" ? objectIn(jsonIn(init.body)) : undefined;
    const shaped = body && shapedBody(body, definition, form);
    const url = urlOf(input, definition, { method: init.method ?? "GET", model: body?.["model"], query });
    const ask = async (isRefused: boolean): Promise<Response> => {
      const { header, origin } = await credential(isRefused, init.signal ?? undefined);
      return send(at(url, origin), {
        ...init,
        headers: headersOf(init.headers, header),
        ...(shaped ? { body: JSON.stringify(shaped) } : {}),
      });
    };
    const answer = await ask(false);
    if (answer.status !== 401 || !isRenewable) return answer;
    await answer.body?.cancel();
    return ask(true);
  };
}

interface Target {
  readonly method: string;
  readonly model: unknown;
  readonly query: Readonly<Record<string, string>>;
}

function urlOf(
  input: Parameters<typeof fetch>[0],
  { engine, basePath, modelsPath }: ProviderDefinition,
  { method, model, query }: Target,
): URL {
  let url = new URL(typeof input === "string" || input instanceof URL ? input : input.url);
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

function headersOf(given: RequestInit["headers"], header: Credential["header"]): Headers {
  const headers = new Headers(given);
  for (const name of keyHeaders)
    if (header !== undefined || headers.get(name)?.endsWith(noKey)) headers.delete(name);
  if (header !== undefined) headers.set(header.name, header.value);
  headers.delete("content-length");
  return headers;
}

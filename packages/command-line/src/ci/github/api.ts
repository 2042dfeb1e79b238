import { ConfigError, isJsonObject, messageOf, type JsonObject, type JsonValue } from "@skein/protocol";
import { jsonIn, openTransport, type HttpResponse, type Send } from "@skein/provider-kit";
import { waitMsOf } from "./rate-limit.ts";
import { apiProblem, type ApiUse } from "./api-problem.ts";

/** GitHub's REST API, for one repository. Every method throws `ConfigError` with what is missing. */
export interface GitHubApi {
  get(path: string, why: ApiUse): Promise<JsonValue>;
  /** All pages, at most ten. */
  list(path: string, why: ApiUse): Promise<readonly JsonObject[]>;
  text(path: string, accept: string, why: ApiUse): Promise<string>;
  send(method: "POST" | "PATCH", path: string, body: JsonObject, why: ApiUse): Promise<JsonObject>;
}

export interface ApiParts {
  readonly send: Send;
  /** `GITHUB_API_URL`. */
  readonly url: string;
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
}

interface ApiRequest {
  readonly method?: string;
  readonly accept?: string;
  readonly body?: JsonObject;
}

const mostPages = 10;
const mostTries = 3;
/** An interruption of the job stops no request: the comment should still say how it ended. */
const longestRequestMs = 60_000;
/** Bytes of an answer; a diff has at most 1 MB. */
const mostBytes = 8 * 1024 * 1024;

/** @param env - with proxies and certificates, as for providers. Throws `ConfigError`. */
export async function openGitHubApi(
  parts: Omit<ApiParts, "send">,
  env: Readonly<Record<string, string | undefined>>,
): Promise<GitHubApi> {
  if (!URL.canParse(parts.url))
    throw new ConfigError("usage", `GITHUB_API_URL is no address: ${parts.url}`, {
      hint: "GitHub sets it; leave it as it is.",
    });
  const transport = await openTransport({ provider: "github", url: new URL(parts.url), settings: { env } });
  return gitHubApi({ ...parts, send: transport.send });
}

function gitHubApi(parts: ApiParts): GitHubApi {
  const root = `${parts.url.replace(/\/+$/, "")}/repos/${parts.repository}`;

  async function once(address: string, { method = "GET", accept, body }: ApiRequest): Promise<HttpResponse> {
    return parts.send(address, {
      method,
      headers: {
        accept: accept ?? "application/vnd.github+json",
        authorization: `Bearer ${parts.token}`,
        "x-github-api-version": "2022-11-28",
        "user-agent": "skein",
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(longestRequestMs),
    });
  }

  /** Asks again where GitHub says when, and after errors of its own for what changes nothing. */
  async function request(
    address: string,
    what: ApiRequest,
    why: ApiUse,
  ): Promise<{ text: string; next: string | undefined }> {
    for (let attempt = 1; ; attempt++) {
      const response = await once(address, what).catch((error: unknown) => {
        throw new ConfigError("usage", `GitHub cannot be reached to ${why.to}: ${messageOf(error)}.`, {
          hint: `The address is GITHUB_API_URL, ${parts.url}.`,
        });
      });
      const text = await readBody(response);
      if (response.ok) return { text, next: nextPage(response) };
      const { status, headers } = response;
      const waitMs = waitMsOf(
        { status, headers, text },
        { isSafe: what.method === undefined, attempt, now: parts.now() },
      );
      if (waitMs === undefined || attempt === mostTries) throw apiProblem({ status, headers, text }, why);
      await parts.wait(waitMs);
    }
  }

  return {
    get: async (path, why) => jsonOf((await request(`${root}${path}`, {}, why)).text, why),
    text: async (path, accept, why) => (await request(`${root}${path}`, { accept }, why)).text,
    async list(path, why) {
      const found: JsonObject[] = [];
      let address: string | undefined = `${root}${path}${path.includes("?") ? "&" : "?"}per_page=100`;
      for (let page = 0; address !== undefined && page < mostPages; page++) {
        const { text, next } = await request(address, {}, why);
        const items = jsonOf(text, why);
        if (Array.isArray(items)) found.push(...items.filter(isJsonObject));
        // The token goes along: only to the same host.
        address = next !== undefined && new URL(next).origin === new URL(root).origin ? next : undefined;
      }
      return found;
    },
    async send(method, path, body, why) {
      const value = jsonOf((await request(`${root}${path}`, { method, body }, why)).text, why);
      return isJsonObject(value) ? value : {};
    },
  };
}

async function readBody({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) throw new ConfigError("usage", "GitHub's answer is longer than 8 MB.");
  }
  return Buffer.concat(chunks).toString();
}

function jsonOf(text: string, { to }: ApiUse): JsonValue {
  const value = jsonIn(text);
  if (value === undefined)
    throw new ConfigError("usage", `GitHub's answer to the request to ${to} is no JSON.`, {
      hint: "Look at GITHUB_API_URL.",
    });
  return value;
}

function nextPage({ headers }: HttpResponse): string | undefined {
  return /<([^>]+)>;\s*rel="next"/.exec(headers.get("link") ?? "")?.[1];
}

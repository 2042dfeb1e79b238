import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mcp, osvAdvisories } from "@skein/extensions";
import { createHooks, readHooks } from "@skein/hooks";
import { s3Blobs } from "@skein/journal-postgres";
import {
  describeFailure,
  isFailure,
  messageOf,
  extractText,
  type Extension,
  type JsonObject,
} from "@skein/protocol";
import { openTransport } from "@skein/provider-kit";
import { openOtlp } from "@skein/telemetry/otlp";
import { refusingProxy } from "@skein/test-kit";
import { searchEngines, web } from "@skein/extensions-builtin/web";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const variables = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"];
beforeEach(() => {
  for (const name of variables.flatMap((one) => [one, one.toUpperCase()])) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const origin = "https://service.example";
const signal = new AbortController().signal;

/** Each opens a connection to `origin`. @returns what a person or the model reads of a failure. */
const places: Readonly<Record<string, () => Promise<unknown>>> = {
  "a model request": async () => {
    const { send } = await openTransport({ provider: "vendor", url: new URL(origin), settings: {} });
    await send(origin, { signal });
  },
  "an MCP server over HTTP": async () => {
    await using server = closing(mcp({ url: `${origin}/mcp` }));
    await server.extension.tools(signal);
  },
  "a login of an MCP server": async () => {
    const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`;
    await using local = await answering(401, { "www-authenticate": challenge });
    await using server = closing(mcp({ url: `${local.url}/mcp`, login: { openPage: () => undefined } }));
    await server.extension.tools(signal);
  },
  "advisories of packages": () =>
    osvAdvisories(origin)({ ecosystem: "npm", name: "x", version: "1.0.0" } as never),
  "a hook": async () => {
    const { hooks } = readHooks({ Stop: [{ hooks: [{ type: "http", url: `${origin}/hook` }] }] }, "test");
    const set = createHooks({
      hooks,
      session: { id: "s", cwd: "/", mode: () => "smart_approve" },
      variable: () => undefined,
      runCommand: () => expect.unreachable(),
    });
    return JSON.stringify(await set.run({ type: "stop", text: "", isContinued: false }, signal));
  },
  "a web page that is named, and that the proxy alone resolves": () =>
    toolText(
      web({ privateHosts: ["service.example"], resolve: () => Promise.reject(new Error("no such name")) }),
      "fetch",
      { url: origin },
    ),
  "a web page whose name is resolved": () =>
    toolText(web({ resolve: () => Promise.resolve(["93.184.216.34"]) }), "fetch", { url: origin }),
  "a web search": () =>
    toolText(web({ search: { engine: searchEngines["brave"]!, url: origin, key: "k" } }), "web_search", {
      query: "x",
    }),
  telemetry: async () => {
    const target = {
      url: `${origin}/v1/traces`,
      protocol: "http/json",
      headers: {},
      timeoutMs: 5_000,
    } as const;
    const sink = await openOtlp({
      traces: target,
      metricIntervalMs: 60_000,
      serviceName: "s",
      resource: {},
      content: false,
    });
    sink.startSpan({ name: "n", kind: "internal", at: 1, attributes: {} } as never).end(2);
    await sink.close(5_000);
  },
  "blobs in a bucket": () =>
    s3Blobs(
      // Tunnels that are refused are asked for again, with pauses.
      { bucket: "b", prefix: "", region: "r", endpoint: origin.replace("https:", "http:") },
      { accessKeyId: "a", secretAccessKey: "s" },
    ).get("session", "hash"),
};

/** A failed look-up of advisories is not told, whatever the reason: nothing shows whether it connected. */
const told = Object.entries(places).filter(([name]) => name !== "advisories of packages");

describe.each(Object.entries(places))("%s", (_, open) => {
  it.each(["ALL_PROXY", "all_proxy"])("goes through the proxy in %s", async (variable) => {
    await using proxy = await refusingProxy();
    vi.stubEnv(variable, proxy.url);
    await open().catch(() => undefined);
    expect(new Set(proxy.asked)).toEqual(new Set(["service.example"]));
  });
});

it.each(told)("%s is refused with the variable's name if its proxy speaks SOCKS", async (_, open) => {
  vi.stubEnv("ALL_PROXY", "socks5://127.0.0.1:1");
  const text = await open().catch((error: unknown) => messageOf(error));
  expect(text).toContain("The proxy in ALL_PROXY is not an http or https address.");
});

it("a web page whose name is not resolved here is not asked of a proxy", async () => {
  await using proxy = await refusingProxy();
  vi.stubEnv("ALL_PROXY", proxy.url);
  const resolve = () => Promise.reject(new Error("no such name"));
  expect(await toolText(web({ resolve }), "fetch", { url: origin })).toContain("it may not be public");
  expect(proxy.asked).toEqual([]);
});

/** A server on this machine, for which no proxy counts. */
async function answering(status: number, headers: Readonly<Record<string, string>>) {
  const server = createServer((_, response) => void response.writeHead(status, headers).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}

function closing(extension: Extension) {
  return { extension, [Symbol.asyncDispose]: () => Promise.resolve(extension.close()) };
}

async function toolText(extension: Extension, tool: string, input: JsonObject): Promise<string> {
  const context = { session: "s", callId: "c", cwd: "/", signal, progress: () => {}, callFolder: undefined };
  const outcome = await extension.callTool(tool, input, context);
  return isFailure(outcome) ? describeFailure(tool, outcome) : extractText(outcome.content);
}

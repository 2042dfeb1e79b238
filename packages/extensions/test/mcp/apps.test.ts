import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { messageOf, extractText, type ToolOutput } from "@skein/protocol";
import { expect, it } from "vitest";
import { z } from "zod";
import { mcp } from "../../src/index.ts";
import { mountExtensions } from "../../src/index.ts";
import { call, contextOf, using } from "./workshop.ts";

const mediaType = "text/html;profile=mcp-app";

/** A server with a page, and with tools for the model, for pages and for both. */
function weather() {
  const server = new McpServer({ name: "weather", version: "1.0.0" });
  const add = (name: string, visibility: readonly string[] | undefined) =>
    server.registerTool(
      name,
      {
        inputSchema: { city: z.string() },
        _meta: { ui: { resourceUri: "ui://weather/page", ...(visibility ? { visibility } : {}) } },
      },
      ({ city }) => ({
        content: [{ type: "text", text: `${name} of ${city}` }],
        structuredContent: { city },
      }),
    );
  add("forecast", undefined);
  add("refresh", ["app"]);
  add("think", ["model"]);
  const csp = {
    connectDomains: ["https://api.example.org"],
    resourceDomains: ["https://cdn.example.org", 3],
  };
  server.registerResource("page", "ui://weather/page", { mimeType: mediaType }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: mediaType, text: "<b>\u200bsun</b>", _meta: { ui: { csp } } }],
  }));
  server.registerResource("other", "ui://weather/text", { mimeType: "text/html" }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: "text/html", text: "<b>" }],
  }));
  return server;
}

it("pages are announced and read where a face shows them, byte for byte, with what they may load", async () => {
  const server = weather();
  await using extension = using(mcp({ server, name: "weather", apps: true }));
  await extension.tools();
  expect(server.server.getClientCapabilities()).toMatchObject({
    extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [mediaType] } },
  });
  expect(await extension.apps?.page("ui://weather/page")).toEqual({
    html: "<b>\u200bsun</b>",
    sources: {
      connect: ["https://api.example.org"],
      resources: ["https://cdn.example.org"],
      frames: [],
      bases: [],
    },
  });
  await expect(extension.apps?.page("ui://weather/text")).rejects.toThrow(/no page of the type/);
  await expect(extension.apps?.page("ui://weather/none")).rejects.toThrow(/none/);
});

it("nothing of it is announced where no face shows pages", async () => {
  const server = weather();
  await using extension = using(mcp({ server, name: "weather" }));
  await extension.tools();
  expect(JSON.stringify(server.server.getClientCapabilities())).not.toContain("modelcontextprotocol/ui");
  expect(extension.apps).toBeUndefined();
});

it("a tool for pages alone is not the model's, and one for the model alone is not the pages'", async () => {
  await using extension = using(mcp({ server: weather(), name: "weather", apps: true }));
  expect((await extension.tools()).map(({ name }) => name)).toEqual(["forecast", "think"]);
  expect(await call(extension, "refresh", { city: "Ulm" })).toMatchObject({ kind: "unknown-tool" });
  expect(extension.apps?.tool("think")).toBeUndefined();
  expect(extension.apps?.tool("constructor")).toBeUndefined();
  const outcome = await extension.apps?.tool("refresh")?.call({ city: "Ulm" }, contextOf());
  expect(extractText((outcome as ToolOutput).content)).toBe("refresh of Ulm");
  expect(outcome).toMatchObject({ structured: { city: "Ulm" } });
});

it("a tool has the same name for pages as for the model, so that rules hold for both", async () => {
  const extension = mcp({ server: weather(), name: "weather", apps: true });
  await using mounted = await mountExtensions([{ extension, isForeign: true }]);
  expect(mounted.tools).toEqual(["weather__forecast", "weather__think"]);
  const [shown] = mounted.extensions;
  expect(shown?.apps?.tool("forecast")?.name).toBe("weather__forecast");
  expect(shown?.apps?.tool("refresh")?.name).toBe("weather__refresh");
});

it("a tool that the user does not want of a server is not the pages' either", async () => {
  await using extension = using(
    mcp({ server: weather(), name: "weather", apps: true, excludeTools: ["refresh"] }),
  );
  await extension.tools();
  expect(extension.apps?.tool("refresh")).toBeUndefined();
  expect(extension.apps?.tool("forecast")).toBeDefined();
});

it.each<[name: string, contents: object, html: string | undefined]>([
  ["as text", { mimeType: mediaType, text: "<b>" }, "<b>"],
  ["as bytes", { mimeType: mediaType, blob: Buffer.from("<i>é").toString("base64") }, "<i>é"],
  ["with a type in other letters", { mimeType: 'Text/HTML; profile="mcp-app"', text: "<b>" }, "<b>"],
  ["as neither", { mimeType: mediaType }, undefined],
  ["of another type", { mimeType: "text/html", text: "<b>" }, undefined],
  ["without a type", { text: "<b>" }, undefined],
])("a page may come %s", async (_, contents, html) => {
  const server = new McpServer({ name: "pages", version: "1.0.0" });
  server.registerResource("page", "ui://page", { mimeType: mediaType }, () => ({
    contents: [{ uri: "ui://page", ...contents } as never],
  }));
  await using extension = using(mcp({ server, apps: true }));
  await extension.tools();
  const page = extension.apps?.page("ui://page").then(
    (read) => read.html,
    (error: unknown) => messageOf(error),
  );
  expect(await page).toContain(html ?? "no page of the type text/html;profile=mcp-app");
});

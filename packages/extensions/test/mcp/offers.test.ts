import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { fileURLToPath } from "node:url";
import { extractText, type Extension, type ToolOutput } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fileToolLists, mcp } from "../../src/index.ts";
import { call, using } from "./workshop.ts";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Shelves with books, and a prompt that speaks of them. */
function library() {
  const server = new McpServer(
    { name: "library", version: "1.0.0" },
    { capabilities: { resources: { subscribe: true, listChanged: true } } },
  );
  const subscribed = new Set<string>();
  server.registerResource(
    "catalogue",
    "lib://catalogue",
    { title: "The catalogue", description: "All books\u200b.", mimeType: "text/plain" },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: "text/plain", text: "Dune\u001b[2J, Emma" }] }),
  );
  const titles = ["Dune", "Emma", "Evelina"];
  server.registerResource(
    "book",
    new ResourceTemplate("lib://books/{title}", {
      list: undefined,
      complete: { title: (value) => titles.filter((title) => title.startsWith(value)) },
    }),
    { description: "One book" },
    (uri, { title }) => ({
      contents: [{ uri: uri.href, blob: Buffer.from(String(title)).toString("base64") }],
    }),
  );
  const review = server.registerPrompt(
    "review",
    {
      title: "Review",
      description: "Reviews a book.",
      argsSchema: {
        title: completable(z.string(), (value) => titles.filter((title) => title.startsWith(value))),
        tone: z.string().optional(),
      },
    },
    ({ title, tone = "kind" }) => ({
      messages: [
        { role: "user", content: { type: "text", text: `Review ${title}, ${tone}.` } },
        { role: "user", content: { type: "image", mimeType: "image/png", data: png } },
        { role: "assistant", content: { type: "text", text: "Gladly." } },
      ],
    }),
  );
  server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => (subscribed.add(params.uri), {}));
  server.server.setRequestHandler(
    UnsubscribeRequestSchema,
    ({ params }) => (subscribed.delete(params.uri), {}),
  );
  return { server, review, subscribed };
}

const told = (offers: { onChange?(listener: () => void): () => void } | undefined) =>
  new Promise<void>((resolve) => offers?.onChange?.(resolve));

describe("the resources of a server", () => {
  it("are listed, read, and completed", async () => {
    const { server } = library();
    await using extension = using(mcp({ server }));
    const { resources } = extension;
    expect(await resources?.list()).toEqual([
      {
        uri: "lib://catalogue",
        name: "catalogue",
        title: "The catalogue",
        description: "All books\\u{200b}.",
        mediaType: "text/plain",
      },
    ]);
    expect(await resources?.templates?.()).toEqual([
      { uriTemplate: "lib://books/{title}", name: "book", description: "One book" },
    ]);
    expect(await resources?.read("lib://catalogue")).toEqual([
      { uri: "lib://catalogue", mediaType: "text/plain", text: "Dune, Emma" },
    ]);
    expect(await resources?.read("lib://books/Emma")).toEqual([
      { uri: "lib://books/Emma", data: Buffer.from("Emma").toString("base64") },
    ]);
    const typed = { name: "title", value: "E" };
    expect(await resources?.complete?.("lib://books/{title}", typed)).toEqual(["Emma", "Evelina"]);
    await expect(resources?.read("lib://nothing")).rejects.toThrow(/lib:\/\/nothing not found\.$/);
  });

  it("tell when they change", async () => {
    const { server, subscribed } = library();
    await using extension = using(mcp({ server }));
    const { resources } = extension;
    await resources?.list();
    const changed = told(resources);
    server.registerResource("rules", "lib://rules", {}, () => ({ contents: [] }));
    await changed;
    expect((await resources?.list())?.map(({ uri }) => uri)).toEqual(["lib://catalogue", "lib://rules"]);

    let updates = 0;
    const stop = await resources?.subscribe?.("lib://catalogue", () => updates++);
    const stopOther = await resources?.subscribe?.("lib://catalogue", () => updates++);
    expect([...subscribed]).toEqual(["lib://catalogue"]);
    await server.server.sendResourceUpdated({ uri: "lib://catalogue" });
    await server.server.sendResourceUpdated({ uri: "lib://rules" });
    await expect.poll(() => updates).toBe(2);
    stop?.();
    expect(subscribed.size).toBe(1);
    stopOther?.();
    await expect.poll(() => subscribed.size).toBe(0);
  });
});

describe("a structured result", () => {
  const weather = { type: "object", properties: { celsius: { type: "number" } }, required: ["celsius"] };
  /** One that says what it is told to. */
  function server(outputSchema: object | undefined, structuredContent: unknown) {
    const { server: inner } = new McpServer({ name: "s", version: "1" }, { capabilities: { tools: {} } });
    const meta = { ui: { resourceUri: "ui://weather" } };
    inner.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [
        {
          name: "t",
          inputSchema: { type: "object" as const },
          outputSchema: outputSchema as never,
          _meta: meta,
        },
      ],
    }));
    inner.setRequestHandler(CallToolRequestSchema, () => ({
      content: [{ type: "text" as const, text: "Cold." }],
      structuredContent: structuredContent as never,
    }));
    return inner;
  }

  it.each([
    ["that matches the tool's schema", weather, { celsius: 3 }, true],
    ["of a tool without a schema", undefined, { anything: 1 }, true],
    ["that does not match", weather, { celsius: "cold" }, false],
    ["of a schema that cannot be used", { type: "object", pattern: 3, properties: 5 }, {}, false],
    ["that is too large", undefined, { text: "x".repeat(1_100_000) }, false],
  ])(
    "%s is kept for programs or left out with the reason; the model reads the text",
    async (_, schema, value, isKept) => {
      await using extension = using(mcp({ server: server(schema, value), name: "weather" }));
      await extension.tools();
      const outcome = await call(extension, "t");
      expect(outcome).toMatchObject({ app: { extension: "weather", uri: "ui://weather" } });
      const { content, structured } = outcome as ToolOutput;
      expect(structured).toEqual(isKept ? value : undefined);
      expect(extractText(content)).toMatch(
        isKept ? /^Cold\.$/ : /^Cold\.\(Its structured result is left out: .+\)$/,
      );
    },
  );
});

describe("the prompts of a server", () => {
  it("are listed, filled in, and completed", async () => {
    const { server } = library();
    await using extension = using(mcp({ server }));
    const { prompts } = extension;
    expect(await prompts?.list()).toEqual([
      {
        name: "review",
        title: "Review",
        description: "Reviews a book.",
        arguments: [{ name: "title", isRequired: true }, { name: "tone" }],
      },
    ]);
    expect(await prompts?.get("review", { title: "Emma" })).toEqual({
      messages: [
        { role: "user", content: [{ type: "text", text: "Review Emma, kind." }] },
        { role: "user", content: [expect.objectContaining({ type: "image", mediaType: "image/png" })] },
        { role: "assistant", content: [{ type: "text", text: "Gladly." }] },
      ],
    });
    expect(await prompts?.complete?.("review", { name: "title", value: "D" })).toEqual(["Dune"]);
    await expect(prompts?.get("review", {})).rejects.toThrow(/title/);
  });

  it("tell when they change", async () => {
    const { server, review } = library();
    await using extension = using(mcp({ server }));
    const { prompts } = extension;
    await prompts?.list();
    const changed = told(prompts);
    review.disable();
    await changed;
    expect(await prompts?.list()).toEqual([]);
  });

  it("are absent where a server has none, once that is known", async () => {
    const server = new McpServer({ name: "bare", version: "1.0.0" });
    server.registerTool("t", {}, () => ({ content: [] }));
    await using extension = using(mcp({ server }));
    await extension.tools();
    expect([extension.prompts, extension.resources]).toEqual([undefined, undefined]);
  });
});

describe("a server of 2026-07-28", () => {
  const shelf = (settings: { readonly lists?: ReturnType<typeof fileToolLists> } = {}) => {
    const file = fileURLToPath(new URL("../servers/modern-shelf.ts", import.meta.url));
    return using(mcp({ name: "shelf", command: process.execPath, args: [file], ...settings }));
  };
  const wordsOf = async (extension: Extension, uri: string) => {
    const [content] = (await extension.resources?.read(uri)) ?? [];
    return content && "text" in content ? content.text : undefined;
  };

  it("has its answers kept for as long as it says, and until it tells of a change", async () => {
    await using extension = shelf();
    expect(await wordsOf(extension, "shelf://kept")).toBe("kept 1");
    expect(await wordsOf(extension, "shelf://kept")).toBe("kept 1");
    expect(await wordsOf(extension, "shelf://live")).toBe("live 2");
    expect(await wordsOf(extension, "shelf://live")).toBe("live 3");
    let updates = 0;
    await extension.resources?.subscribe?.("shelf://kept", () => updates++);
    expect(await wordsOf(extension, "shelf://touch")).toBe("touch 4");
    await expect.poll(() => updates).toBe(1);
    expect(await wordsOf(extension, "shelf://kept")).toBe("kept 5");
  });

  it("has its prompts known from an earlier start, without being started", async () => {
    await using folder = await temporaryFolder();
    const lists = fileToolLists(folder.path);
    {
      await using first = shelf({ lists });
      await first.tools();
      await first.prompts?.list();
    }
    await using second = shelf({ lists });
    await second.tools();
    expect(second.status().state).toBe("cached");
    expect(await second.prompts?.list()).toEqual([{ name: "tidy", arguments: [] }]);
    expect(second.status().state).toBe("cached");
    expect(await second.prompts?.get("tidy", {})).toEqual({
      messages: [{ role: "user", content: [{ type: "text", text: "Tidy up." }] }],
    });
    expect(second.status().state).toBe("ready");
  });
});

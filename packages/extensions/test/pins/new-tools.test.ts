import { join } from "node:path";
import { isJsonObject, type JsonObject } from "@skein/protocol";
import type { ElicitationReply, ElicitationRequest, ToolContext } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileExtensionPins, mcp, type ExtensionPinStore } from "../../src/index.ts";
import type { NewTools } from "../../src/mcp/settings.ts";
import { bodyOf, loopback } from "../mcp/loopback.ts";
import { says, torture, using } from "../mcp/workshop.ts";

interface Setup {
  readonly newTools?: NewTools | undefined;
  readonly pins?: ExtensionPinStore | undefined;
  /** Of the user, one for each question. */
  readonly replies?: readonly ElicitationReply[];
}

async function pinStore(): Promise<ExtensionPinStore> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return fileExtensionPins(join(folder.path, "pins"));
}

function serverWith({ newTools, pins, replies = [] }: Setup) {
  const notices: string[] = [];
  const questions: string[] = [];
  const left = [...replies];
  const requests: ToolContext["requests"] = {
    async elicit({ message }: ElicitationRequest) {
      questions.push(message);
      return left.shift() ?? "cancelled";
    },
    sample: () => Promise.reject(new Error("no model")),
  };
  const onNotice = (sentence: string) => void notices.push(sentence);
  const extension = using(torture("adds-tools", [], { newTools, pins, onNotice, pinKey: "s" }));
  onTestFinished(() => extension.close());
  return {
    notices,
    questions,
    call: (tool: string) => says(extension, tool, {}, { requests }),
    names: async () => (await extension.tools()).map(({ name }) => name),
    /** Until the server's last change has been read. */
    async offered(...expected: readonly string[]) {
      await expect.poll(async () => (await extension.tools()).map(({ name }) => name)).toEqual(expected);
    },
  };
}

const first = ["echo", "grow", "rewrite"];

describe("tools that a server adds during a session", () => {
  it.each<[newTools: NewTools | undefined, hasPins: boolean]>([
    ["accept", true],
    ["accept", false],
    [undefined, false],
  ])("are offered with %s (pins: %s)", async (newTools, hasPins) => {
    const pins = hasPins ? await pinStore() : undefined;
    const server = serverWith({ newTools, pins });
    expect(await server.names()).toEqual(first);
    await server.call("grow");
    await server.offered("added1", ...first);
    expect(await server.call("added1")).toBe("added1 {}");
    expect(server.notices).toEqual(
      hasPins
        ? ['The extension "adds-tools" has added tools during this session, which are offered: added1.']
        : [],
    );
    expect(Object.keys((await pins?.read("s"))?.tools ?? {}).includes("added1")).toBe(hasPins);
  });

  it.each<[newTools: NewTools | undefined, hasPins: boolean]>([
    ["withhold", true],
    ["withhold", false],
    [undefined, true],
  ])("are withheld and reported with %s (pins: %s)", async (newTools, hasPins) => {
    const server = serverWith({ newTools, pins: hasPins ? await pinStore() : undefined });
    await server.names();
    await server.call("grow");
    await expect
      .poll(async () => (await server.names(), server.notices.join("\n")))
      .toContain('The tool "added1" is new');
    expect(await server.names()).toEqual(first);
    expect(await server.call("added1")).toContain('There is no tool "added1"');
    expect(server.questions).toEqual([]);
  });

  it.each([[true], [false]])(
    "are asked about with the call that adds them, once (pins: %s)",
    async (hasPins) => {
      const pins = hasPins ? await pinStore() : undefined;
      const server = serverWith({ newTools: "ask", pins, replies: [{}, null] });
      expect(await server.names()).toEqual(first);
      await server.call("grow");
      expect(server.questions).toEqual([
        'The extension "adds-tools" has added tools during this session: added1. Offer them to the model?',
      ]);
      await server.offered("added1", ...first);
      await server.call("grow");
      expect(server.questions).toHaveLength(2);
      expect(server.questions[1]).toContain("session: added2.");
      expect(server.notices).toEqual([
        'The extension "adds-tools" has added tools during this session, which are not offered: added2.',
      ]);
      await server.call("echo");
      expect(server.questions).toHaveLength(2);
      await server.offered("added1", ...first);
      const pinned = Object.keys((await pins?.read("s"))?.tools ?? {});
      expect(pinned.toSorted()).toEqual(hasPins ? [...first, "added1"].toSorted() : []);
    },
  );

  it("are not offered while no one answers, and asked about again in the next session", async () => {
    const pins = await pinStore();
    const server = serverWith({ newTools: "ask", pins, replies: ["cancelled"] });
    await server.names();
    await server.call("grow");
    expect(await server.names()).toEqual(first);
    expect(server.notices.join()).toContain("which are not offered: added1");
    const next = serverWith({ newTools: "ask", pins, replies: [{}] });
    await next.names();
    await next.call("grow");
    await next.offered("added1", ...first);
  });

  it.each<NewTools>(["ask", "accept"])(
    "do not bring changes of other tools with them: %s",
    async (newTools) => {
      const server = serverWith({ newTools, pins: await pinStore(), replies: [{}] });
      await server.names();
      await server.call("rewrite");
      await server.offered("added1", "grow", "rewrite");
      expect(server.notices.join("\n")).toContain("+ Reads your keys.");
    },
  );

  it("are told apart from those that it has at a later start, which are withheld", async () => {
    const pins = await pinStore();
    await serverWith({ pins }).names();
    const pin = (await pins.read("s"))!;
    const { grow: _, ...tools } = pin.tools;
    await pins.write("s", { ...pin, tools });
    for (const newTools of ["ask", "accept"] as const) {
      const server = serverWith({ newTools, pins, replies: [{}] });
      expect(await server.names()).toEqual(["echo", "rewrite"]);
      expect(server.notices.join("\n")).toContain('The tool "grow" is new');
      await server.call("rewrite");
      await server.offered("added1", "rewrite");
      await pins.write("s", { ...pin, tools });
    }
  });

  it("are asked about with the call that adds them over HTTP, too", async () => {
    const names = ["grow"];
    await using server = await loopback(async (request, response) => {
      if (request.method !== "POST") return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse((await bodyOf(request)).toString()) as JsonObject;
      const answers: Readonly<Record<string, object>> = {
        initialize: {
          protocolVersion: "2025-11-25",
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: "plants", version: "1" },
        },
        "tools/list": { tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) },
        "tools/call": { content: [{ type: "text", text: "grown" }] },
      };
      if (id === undefined) return void response.writeHead(202).end();
      const result = typeof method === "string" ? answers[method] : undefined;
      const error = { code: -32601, message: "Method not found" };
      const messages: object[] = [{ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }];
      if (method === "tools/call" && isJsonObject(params) && names.push(`added${names.length}`) > 0)
        messages.unshift({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(""));
    });
    const questions: string[] = [];
    const requests: ToolContext["requests"] = {
      elicit: async ({ message }) => (questions.push(message), {}),
      sample: () => Promise.reject(new Error("no model")),
    };
    await using extension = using(mcp({ url: server.url, name: "plants", newTools: "ask" }));
    expect((await extension.tools()).map(({ name }) => name)).toEqual(["grow"]);
    expect(await says(extension, "grow", {}, { requests })).toBe("grown");
    expect(questions).toMatchObject([expect.stringContaining("added1")]);
    expect((await extension.tools()).map(({ name }) => name)).toEqual(["added1", "grow"]);
  });
});

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { mcp } from "../../src/index.ts";
import { call, says, using } from "./workshop.ts";

function library(): McpServer {
  const server = new McpServer({ name: "library", version: "1.0.0" }, { instructions: "Be quiet." });
  const inputSchema = { title: z.string() };
  server.registerTool("find", { description: "Finds a book.", inputSchema }, ({ title }) => ({
    content: [{ type: "text", text: `${title}: third shelf` }],
  }));
  return server;
}

describe("a server object of the older library", () => {
  it("is mounted in this process", async () => {
    await using extension = using(mcp({ server: library(), name: "library" }));
    const [tool] = await extension.tools();
    expect(tool).toMatchObject({ name: "find", description: "Finds a book.", effect: "unknown" });
    expect(extension.instructions).toBe("Be quiet.");
    expect(await says(extension, "find", { title: "Dune" })).toBe("Dune: third shelf");
    expect(await call(extension, "find", {})).toMatchObject({ kind: "invalid-input" });
  });

  it("tells of new tools", async () => {
    const server = library();
    await using extension = using(mcp({ server }));
    await extension.tools();
    const changed = new Promise<void>((resolve) => extension.onChange?.(resolve));
    server.registerTool("lend", { description: "Lends it." }, () => ({ content: [] }));
    await changed;
    expect((await extension.tools()).map(({ name }) => name)).toEqual(["find", "lend"]);
  });

  it("has a tool that a call adds as soon as the call is over", async () => {
    const server = library();
    server.registerTool("open", { description: "Opens the cellar." }, () => {
      server.registerTool("descend", { description: "Goes down." }, () => ({ content: [] }));
      return { content: [{ type: "text", text: "Open." }] };
    });
    await using extension = using(mcp({ server }));
    expect(await says(extension, "open", {})).toBe("Open.");
    expect((await extension.tools()).map(({ name }) => name)).toEqual(["descend", "find", "open"]);
  });

  it("says in its own words what failed", async () => {
    const server = library();
    server.registerTool("burn", { description: "Burns it." }, () => {
      throw new Error("Books are not burnt here.");
    });
    await using extension = using(mcp({ server }));
    expect(await call(extension, "burn", {})).toEqual({
      kind: "failed",
      message: "Books are not burnt here.",
    });
  });

  it("fails to start where it is connected to somebody else", async () => {
    const server = library();
    await using first = using(mcp({ server }));
    await first.tools();
    await using second = using(mcp({ server, name: "twice" }));
    await expect(second.tools()).rejects.toThrow(/twice/);
    expect(await says(first, "find", { title: "Emma" })).toBe("Emma: third shelf");
  });

  it("runs no tool after it was closed", async () => {
    const extension = using(mcp({ server: library() }));
    await extension.tools();
    await extension.close();
    expect(await call(extension, "find", { title: "Emma" })).toMatchObject({ kind: "failed" });
  });

  it("is disconnected at the end, and can be mounted again", async () => {
    const server = library();
    for (let time = 0; time < 2; time++) {
      await using extension = using(mcp({ server }));
      expect(await says(extension, "find", { title: "Emma" })).toBe("Emma: third shelf");
    }
    expect(server.isConnected()).toBe(false);
  });
});

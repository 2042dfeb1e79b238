import { setTimeout as sleep } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ElicitationRequest, ExtensionRequests } from "@skein/protocol";
import { expect, it } from "vitest";
import { mcp } from "../../src/index.ts";
import { says, using } from "./workshop.ts";

/** A server that asks the user within its own time limit. */
function asking(options: RequestOptions): McpServer {
  const server = new McpServer({ name: "s", version: "1" });
  server.registerTool("ask", {}, async () => {
    const params = { message: "Name?", requestedSchema: { type: "object" as const, properties: {} } };
    const request = { method: "elicitation/create" as const, params };
    const text = await server.server.request(request, ElicitResultSchema, options).then(
      ({ action }) => action,
      (error: Error) => `gave up: ${error.message}`,
    );
    return { content: [{ type: "text", text }] };
  });
  return server;
}

it("a server is told that the user still thinks, where it wants to know", async () => {
  const server = asking({ timeout: 1_700, onprogress: () => {}, resetTimeoutOnProgress: true });
  await using extension = using(mcp({ server }));
  const requests = { elicit: () => sleep(2_500, {}) } as unknown as ExtensionRequests;
  expect(await says(extension, "ask", {}, { requests })).toBe("accept");
});

it("a question is withdrawn when the server does not wait, and the user is told why", async () => {
  const notices: string[] = [];
  await using extension = using(
    mcp({ server: asking({ timeout: 300 }), name: "hasty", onNotice: (text) => void notices.push(text) }),
  );
  let isWithdrawn = false;
  const requests = {
    elicit: ({ signal }: ElicitationRequest) =>
      new Promise((resolve) => {
        signal?.addEventListener("abort", () => {
          isWithdrawn = true;
          resolve(null);
        });
      }),
  } as unknown as ExtensionRequests;
  expect(await says(extension, "ask", {}, { requests })).toContain("gave up");
  await expect.poll(() => notices).toEqual([expect.stringContaining('"hasty" did not wait for your answer')]);
  expect(isWithdrawn).toBe(true);
});

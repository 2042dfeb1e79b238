import { describe, expect, it } from "vitest";
import { callbackServer } from "../../../src/mcp/oauth/callback-server.ts";

const never = new AbortController().signal;

describe("the server that the browser is redirected to", () => {
  it("takes one answer with the right state, and nothing else before it", async () => {
    await using server = await callbackServer(0, "state-1");
    const received = server.received(never);
    for (const path of ["/", "/callback?code=stolen", "/callback?code=stolen&state=other"])
      expect((await fetch(new URL(path, server.url))).status).toBeGreaterThanOrEqual(400);
    expect((await fetch(`${server.url}?state=state-1&code=c`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${server.url}?state=state-1&code=c&iss=https%3A%2F%2Fa.example`)).status).toBe(200);
    expect(await received).toEqual({ code: "c", iss: "https://a.example" });
  });

  it("passes a refusal on, with invisible characters escaped", async () => {
    await using server = await callbackServer(0, "s");
    const received = server.received(never);
    await Promise.all([
      expect(received).rejects.toThrow("the login was refused: access_denied: no\\x1b[31m"),
      fetch(`${server.url}?state=s&error=access_denied&error_description=no%1b%5b31m`),
    ]);
  });

  it("stops with its caller", async () => {
    await using server = await callbackServer(0, "s");
    await expect(server.received(AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
  });
});

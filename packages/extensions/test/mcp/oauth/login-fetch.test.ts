import { describe, expect, it } from "vitest";
import { loginFetch, requireSafe } from "../../../src/mcp/oauth/login-fetch.ts";

describe("addresses that a server names for a login", () => {
  it.each([
    ["https://login.example/token", "https://mcp.example/mcp"],
    ["http://127.0.0.1:4/token", "http://localhost:3/mcp"],
    ["http://[::1]:4/token", "http://127.0.0.1:3/mcp"],
  ])("%s is used for %s", (address, server) => {
    expect(() => requireSafe(new URL(address), server)).not.toThrow();
  });

  it.each([
    ["http://login.example/token", "https://mcp.example/mcp"],
    ["http://169.254.169.254/latest/meta-data", "https://mcp.example/mcp"],
    // A server elsewhere must not reach what listens on this machine.
    ["http://127.0.0.1:4/token", "https://mcp.example/mcp"],
    ["http://127.0.0.1.evil.example/token", "http://127.0.0.1:3/mcp"],
    ["file:///etc/passwd", "http://127.0.0.1:3/mcp"],
  ])("%s is not used for %s", async (address, server) => {
    expect(() => requireSafe(new URL(address), server)).toThrow("not an https address");
    await expect(loginFetch(server)(address)).rejects.toThrow("not an https address");
  });
});

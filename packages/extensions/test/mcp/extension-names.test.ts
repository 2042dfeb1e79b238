import { describe, expect, it } from "vitest";
import { extensionName, mcp, type McpSettings } from "../../src/index.ts";

describe("the name of an extension", () => {
  it.each<[settings: McpSettings, name: string]>([
    [{ command: "npx", args: ["-y", "@scope/server-x@1.2"] }, "server-x"],
    [{ command: "npx", args: ["--yes", "server-x", "--port", "1"] }, "server-x"],
    [{ command: "/usr/bin/npx", args: ["server-x"] }, "server-x"],
    [{ command: "npx", args: [] }, "npx"],
    [{ command: "npx" }, "npx"],
    [{ command: "npx", args: ["-y"] }, "npx"],
    [{ command: "bun", args: ["run", "./a/server-x.ts"] }, "server-x"],
    [{ command: "npm", args: ["exec", "server-x"] }, "server-x"],
    [{ command: "pnpm", args: ["dlx", "server-x"] }, "server-x"],
    [{ command: "bun", args: ["x", "server-x"] }, "server-x"],
    [{ command: "node", args: ["--flag", "/a/server-x.mjs"] }, "server-x"],
    [{ command: "node", args: ["C:\\a\\server-x.cjs"] }, "server-x"],
    [{ command: "python3.12", args: ["server_x.py"] }, "server_x"],
    [{ command: "docker", args: ["run", "-i", "image"] }, "image"],
    [{ command: "my-server", args: ["other"] }, "my-server"],
    [{ command: "/opt/bin/my-server.exe" }, "my-server"],
    [{ command: "mynode", args: ["x.js"] }, "mynode"],
    [{ url: "https://mcp.example.org/x" }, "mcp-example-org"],
    [{ url: "https://mcp.example.org/x", name: "own" }, "own"],
    [{ command: "a", name: "my own: name!" }, "my-own-name"],
    [{ command: "a", name: "x".repeat(60) }, "x".repeat(48)],
    [{ command: "a", name: "--" }, "mcp"],
    [{ command: "a", name: "日本" }, "mcp"],
    [{ server: {} as never }, "mcp"],
  ])("of %j is %s", (settings, name) => {
    expect(extensionName(settings)).toBe(name);
  });
});

describe("an address of a server", () => {
  it.each<[url: string, problem: RegExp]>([
    ["mcp.example.org", /not an http or https address/],
    ["ftp://mcp.example.org", /not an http or https address/],
    ["file:///etc/passwd", /not an http or https address/],
    ["https://user@mcp.example.org", /mcp\.example\.org holds a name or a password/],
    ["https://:word@mcp.example.org", /holds a name or a password/],
  ])("is refused at once: %s", (url, problem) => {
    expect(() => mcp({ url })).toThrow(problem);
  });

  it.each(["http://127.0.0.1:1/mcp", "https://mcp.example.org"])("is taken: %s", (url) => {
    expect(() => mcp({ url })).not.toThrow();
  });
});

import { describe, expect, it } from "vitest";
import { serverLine, serverWords, type ServerLine } from "../src/extensions/server-line.ts";

describe("a server in one line", () => {
  it.each<[line: string, server: ServerLine]>([
    ["npx -y some-server", { command: "npx", args: ["-y", "some-server"], env: {} }],
    ["server", { command: "server", args: [], env: {} }],
    ["'my server' 'a b'", { command: "my server", args: ["a b"], env: {} }],
    ["TOKEN=a=b server x=y", { command: "server", args: ["x=y"], env: { TOKEN: "a=b" } }],
    ["A=1 _b2= server", { command: "server", args: [], env: { A: "1", _b2: "" } }],
    ["2A=1 server", { command: "2A=1", args: ["server"], env: {} }],
    ["https://mcp.example.org/x", { url: "https://mcp.example.org/x" }],
    ["HTTP://127.0.0.1:1", { url: "HTTP://127.0.0.1:1" }],
    ["https://mcp.example.org more", { command: "https://mcp.example.org", args: ["more"], env: {} }],
    ["ftp://mcp.example.org", { command: "ftp://mcp.example.org", args: [], env: {} }],
  ])("%s", (line, server) => {
    expect(serverLine(line, "--with")).toEqual(server);
  });

  it.each(["", "  ", "A=1", "A=1 B=2"])("has a command: %j", (line) => {
    expect(() => serverLine(line, "--with")).toThrow("--with: there is no command in");
  });

  it("has quotes that are closed", () => {
    expect(() => serverLine("server 'a", "--with")).toThrow('--with: a quote in "server \'a" is not closed.');
  });

  it("may come in words", () => {
    expect(serverWords(["A=b c", "server", "d e"], "add")).toEqual({
      command: "server",
      args: ["d e"],
      env: { A: "b c" },
    });
    expect(() => serverWords([], "add")).toThrow('add: there is no command in "".');
  });
});

import { fileURLToPath } from "node:url";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { importHome } from "./import-home.ts";

const config = ".config/skein/config.yaml";
function program(name: string): string {
  return fileURLToPath(new URL("dist/index.js", import.meta.resolve(`${name}/package.json`)));
}
const everything = program("@modelcontextprotocol/server-everything");
const use = (name: string, input: JsonValue): AnthropicReply => ({
  parts: [{ type: "tool-call", id: "t1", name, input } satisfies AssistantPart],
});
const done: AnthropicReply = { parts: [{ type: "text", text: "Done." }] };
const run = ["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"];

function extension(name: string, entry: JsonValue): string {
  return JSON.stringify({ extensions: { [name]: entry } });
}

const echo = { command: process.execPath, args: [everything] };

describe("extensions in config files", () => {
  it("are there in a run, with their variables filled, and --no-profile leaves them out", async () => {
    await using server = await anthropicServer([use("every__get-env", {}), done, done]);
    await using skein = await importHome({
      [config]: extension("every", {
        ...echo,
        env: { ONE: "${FROM_HERE}", TWO: "${KEPT}", THREE: "${UNSET:-3}" },
      }),
      ".local/share/skein/secrets/KEPT": "kept-value\n",
    });
    const env = { ANTHROPIC_BASE_URL: server.url, FROM_HERE: "env-value" };
    const first = await skein.here(run, env);
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.lines()[0]?.["tools"]).toEqual(
      expect.arrayContaining(["shell", "every__echo", "every__get-env"]),
    );
    const result = server.requests[1]?.bytes.toString() ?? "";
    // A kept key reaches the server, and what the server says of it does not reach the model.
    for (const value of ["env-value", String.raw`TWO\": \"__SECRET_KEPT_`, String.raw`THREE\": \"3`])
      expect(result).toContain(value);
    expect(result).not.toContain("kept-value");
    expect(result).not.toContain("FROM_HERE");

    const bare = await skein.here([...run, "--no-profile"], env);
    expect(bare.lines()[0]?.["tools"]).toEqual([]);
  });

  it("are not needed: what cannot start is said, and the run goes on", async () => {
    await using server = await anthropicServer([done]);
    await using skein = await importHome({
      [config]: `extensions:
  gone: { command: /nowhere/at-all }
  off: { command: /nowhere/either, enabled: false }
  empty: { command: x, env: { A: "\${NOT_SET_ANYWHERE}" } }
  odd: { url: "\${FTP}" }
`,
    });
    const env = { ANTHROPIC_BASE_URL: server.url, FTP: "ftp://example.com" };
    const ended = await skein.here(run, env);
    expect(ended).toMatchObject({ exitCode: 0 });
    expect(ended.stderr).toContain('The extension "gone" could not start');
    expect(ended.stderr).toContain("The run goes on without gone.");
    expect(ended.stderr).toContain(
      "config.yaml:1:1: the extension empty is left out: NOT_SET_ANYWHERE is neither",
    );
    expect(ended.stderr).toContain("odd is left out");
    expect(ended.stderr).not.toContain("either, ");
  });

  it("of a project count once it is trusted, replace none of the user's, and get no provider's key", async () => {
    await using server = await anthropicServer([done, done, done]);
    await using skein = await importHome({
      [config]: extension("mine", { command: "/nowhere/mine" }),
      ".skein/config.yaml": extension("mine", { command: "/nowhere/theirs" }).replace(
        "}}}",
        '}, "added": { "command": "/nowhere/added" }}}',
      ),
    });
    const env = { ANTHROPIC_BASE_URL: server.url };
    const untrusted = await skein.here(run, env);
    expect(untrusted.stderr).toContain("extensions is ignored: the folder is not trusted");
    expect(untrusted.stderr).not.toContain("added");
    await skein.here(["trust", "."]);
    const trusted = await skein.here(run, env);
    expect(trusted.stderr).toContain("goes on without added");
    expect(trusted.stderr).toContain("/nowhere/mine");
    expect(trusted.stderr).not.toContain("/nowhere/theirs");

    for (const [entry, said] of [
      [{ command: "x", env: { A: "${ANTHROPIC_API_KEY}" } }, "wants ANTHROPIC_API_KEY"],
      [{ command: "x", env: { LD_PRELOAD: "/tmp/x.so" } }, "sets LD_PRELOAD"],
    ] as const) {
      skein.write(".skein/config.yaml", extension("theirs", entry));
      await skein.here(["trust", "."]);
      const refused = await skein.here(run, env);
      expect(refused.exitCode).toBe(2);
      expect(refused.stdout).toContain(said);
    }
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ["extensions: [a]", "extensions cannot be a list"],
    ["extensions: { a: { command: x, url: y } }", "extensions.a needs either command or url"],
    ["extensions: { a: { command: x, arg: [] } }", 'Unknown key "arg" in extensions.a'],
    ["extensions: { a: { command: x, args: [1] } }", "extensions.a.args[0] cannot be 1"],
    ["extensions: { a: { command: x, timeout: 5 } }", "extensions.a.timeout cannot be 5"],
    ["extensions: { developer: { command: x } }", "is the name of a built-in"],
    ['extensions: { "a b": { command: x } }', '"a b" cannot be a name in extensions'],
  ])("that cannot be used end the command: %j", async (yaml, fault) => {
    await using skein = await importHome({ [config]: yaml });
    const { exitCode, stderr } = await skein.here(["run", "-t", "go"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(fault);
  });
});

import { fileURLToPath } from "node:url";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { importHome } from "./import-home.ts";

const program = fileURLToPath(new URL("servers/chatty.ts", import.meta.url));
const replies: readonly AnthropicReply[] = [
  { parts: [{ type: "tool-call", id: "c1", name: "chatty__talk", input: {} }] },
  { parts: [{ type: "text", text: "Done." }] },
];

describe("skein extension log", () => {
  it("has what a server wrote for people in earlier sessions, without its secrets", async () => {
    await using server = await anthropicServer([...replies]);
    await using skein = await importHome({
      ".config/skein/config.yaml": `extensions:
  chatty: { command: ${process.execPath}, args: [${program}], env: { CHATTY_KEY: "\${CHATTY_KEY}" } }
`,
    });
    const env = { ANTHROPIC_BASE_URL: server.url, CHATTY_KEY: "sk-a-secret-of-somebody-0123456789" };
    const empty = await skein.run(["extension", "log", "chatty"]);
    expect(empty).toMatchObject({ exitCode: 0, stdout: "" });
    expect(await skein.run(["run", "-t", "go", "--mode", "auto"], env)).toMatchObject({ exitCode: 0 });

    const { exitCode, stdout } = await skein.run(["extension", "log", "chatty"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+Z stderr the key is .*$/m);
    expect(stdout).toMatch(/^\S+Z warning work: half of ⏎ it/m);
    expect(stdout).not.toContain("sk-a-secret");
    expect(stdout).not.toContain("\u001b");
    const json = await skein.run(["extension", "log", "chatty", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ name: "chatty", lines: stdout.trim().split("\n") });

    const unknown = await skein.run(["extension", "log", "other"]);
    expect(unknown).toMatchObject({ exitCode: 2 });
    expect(unknown.stderr).toContain('There is no extension "other" here.');
  });
});

import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const call = (name: string, input: Record<string, string>) =>
  ({ parts: [{ type: "tool-call", id: "t1", name, input }] }) as const;
const done = { parts: [{ type: "text", text: "Done." }] } as const;
const content = "not to be sent to anybody";

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

describe("a guarded file in a run where no one can be asked", () => {
  it.each([
    ["named by ~", "read", { path: "~/.ssh/id_rsa" }],
    ["named by ..", "read", { path: "sub/../.ssh/id_rsa" }],
    ["behind a link", "read", { path: "innocent.txt" }],
    ["searched for", "search", { pattern: "sent", path: ".ssh" }],
    ["searched from above", "search", { pattern: "sent" }],
  ])("is not sent when it is %s", async (_, tool, input) => {
    await using server = await anthropicServer([call(tool, input), done]);
    await using skein = await skeinHome(server.url);
    await put(join(skein.home, ".ssh", "id_rsa"), content);
    await symlink(".ssh/id_rsa", join(skein.home, "innocent.txt"));
    const ended = await skein.here(["run", "-t", "go", "-q"]);
    expect(ended).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    const sent = server.requests.map(({ bytes }) => bytes.toString()).join("\n");
    expect(sent).not.toContain(content);
    expect(sent).toContain(tool === "read" ? "developer__read: allow" : "guarded and not shown");
  });

  it.each([
    ["cat ~/.ssh/id_rsa", "~/.ssh/id_rsa"],
    ["cat .env", ".env"],
    ["cd work && head -5 ../.env", ".env"],
    ["grep -r sent .", ".env"],
    ["cat .e*", ".env"],
  ])("is not sent by a command: %s", async (command, path) => {
    await using server = await anthropicServer([call("shell", { command }), done]);
    await using skein = await skeinHome(server.url);
    await put(join(skein.home, "work", "a"), "");
    await put(join(skein.home, path.replace("~/", "")), content);
    const ended = await skein.here(["run", "-t", "go", "-q"]);
    const sent = server.requests.map(({ bytes }) => bytes.toString()).join("\n");
    expect(sent).not.toContain(content);
    expect([0, 7]).toContain(ended.exitCode);
  });

  it.each(["ls -la", "git status", "cat plain.txt | wc -l", "pwd && ls"])(
    "does not keep commands that only read from running: %s",
    async (command) => {
      await using server = await anthropicServer([call("shell", { command }), done]);
      await using skein = await skeinHome(server.url);
      await put(join(skein.home, ".env"), content);
      await put(join(skein.home, "plain.txt"), "plain");
      expect(await skein.here(["run", "-t", "go", "-q"])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
      const result = server.requests[1]?.bytes.toString() ?? "";
      expect(result).not.toContain("approve");
      expect(result).not.toContain(content);
    },
  );

  it.each(["search", "tree", "shell"])(
    "is not sent by %s when a rule keeps it from being read",
    async (tool) => {
      const input = {
        search: { pattern: "sent" },
        tree: { path: "work/kept" },
        shell: { command: "grep -r sent work" },
      }[tool];
      await using server = await anthropicServer([call(tool, input as Record<string, string>), done]);
      await using skein = await skeinHome(server.url);
      await put(join(skein.home, "work", "kept", "name-of-it"), content);
      await put(
        join(skein.home, ".config", "skein", "config.yaml"),
        'permissions: { deny: ["read(work/kept/**)"] }\n',
      );
      await skein.here(["run", "-t", "go", "-q"]);
      const sent = server.requests.map(({ bytes }) => bytes.toString()).join("\n");
      expect(sent).not.toContain(content);
      expect(sent).not.toContain("name-of-it");
    },
  );

  it("is read where a rule allows it, and in auto", async () => {
    for (const [rule, mode] of [
      ["permissions: { read: allow }\n", "smart_approve"],
      ["", "auto"],
    ] as const) {
      await using server = await anthropicServer([call("read", { path: "~/.ssh/config" }), done]);
      await using skein = await skeinHome(server.url);
      await put(join(skein.home, ".ssh", "config"), content);
      await put(join(skein.home, ".config", "skein", "config.yaml"), rule);
      expect(await skein.here(["run", "-t", "go", "-q", "--mode", mode])).toMatchObject({ exitCode: 0 });
      expect(server.requests[1]?.bytes.toString()).toContain(content);
    }
  });

  it.each([
    ".bashrc",
    ".git/hooks/pre-commit",
    ".mcp.json",
    ".skein/config.yaml",
    ".config/skein/config.yaml",
  ])("is not written in auto: %s", async (path) => {
    const text = "# as it was\n";
    await using server = await anthropicServer([call("write", { path, content: "evil" }), done]);
    await using skein = await skeinHome(server.url);
    await put(join(skein.home, path), text);
    expect(await skein.here(["run", "-t", "go", "-q", "--mode", "auto"])).toMatchObject({ exitCode: 0 });
    expect(await readFile(join(skein.home, path), "utf8")).toBe(text);
    expect(server.requests[1]?.bytes.toString()).toContain("developer__write: allow");
  });
});

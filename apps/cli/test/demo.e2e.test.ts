import { existsSync } from "node:fs";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

describe("skein demo", () => {
  it("shows tests that fail, an agent that fixes the cause, and tests that pass; and says that the model is scripted", async () => {
    await using skein = await skeinHome();
    const { exitCode, stdout } = await skein.run(["demo"]);
    expect(exitCode).toBe(0);
    const failing = stdout.indexOf("1 passed, 2 failed");
    const passing = stdout.indexOf("3 passed, 0 failed");
    expect(failing).toBeGreaterThan(0);
    expect(passing).toBeGreaterThan(failing);
    expect(stdout).toContain("SCRIPTED");
    const project = /\S*skein-demo-\S*[^.\s]/.exec(stdout)?.[0] ?? "";
    expect(project).not.toBe("");
    expect(existsSync(project)).toBe(false);
    const session = /is kept in (.*)/.exec(stdout)?.[1] ?? "";
    expect(existsSync(`${session}/journal.db`)).toBe(true);
  });

  it("names a temporary folder that cannot hold its project", async () => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.run(["demo"], { TMPDIR: "/dev/null/tmp" });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("The temporary folder /dev/null/tmp cannot be used");
  });

  it("never uses a key by itself, and says that it saw one", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    const { exitCode, stdout } = await skein.here(["demo"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("It was seen, not used");
    expect(stdout).toContain("npm start -- --provider anthropic");
  });

  it("asks before commands on a real model, and with no one to ask fails truthfully", async () => {
    const command = { command: "touch marker" };
    const parts = [{ type: "tool-call", id: "t1", name: "shell", input: command }] as const;
    await using server = await anthropicServer([{ parts }]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout } = await skein.here(["demo", "--provider", "anthropic"]);
    expect(exitCode).toBe(7);
    expect(stdout).not.toContain("SCRIPTED");
    expect(stdout).toContain("--mode auto");
    expect(stdout.match(/1 passed, 2 failed/g)).toHaveLength(2);
  });
});

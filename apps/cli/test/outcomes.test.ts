import { existsSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

describe("skein run", () => {
  it("prints one object as json, also on failure", async () => {
    await using server = await anthropicServer([
      {
        status: 401,
        body: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
      },
    ]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.here(["run", "-t", "go", "--output-format", "json"]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      type: "result",
      outcome: "provider",
      exitCode: 3,
      error: { code: "auth" },
    });
    expect(stderr + stdout).not.toContain("sk-ant-test-key");
  });
});

describe("the exit code tells the truth", () => {
  it("4 when the turns are used up", async () => {
    await using server = await anthropicServer((_, count) => ({
      parts: [shell(`t${count}`, `echo ${count}`)],
    }));
    await using skein = await skeinHome(server.url);
    const { exitCode, stderr } = await skein.here(["run", "-t", "go", "--mode", "auto", "--max-turns", "3"]);
    expect(exitCode).toBe(4);
    expect(stderr).toContain("3 turns");
    expect(server.requests).toHaveLength(3);
  });

  it("7 when a command needs an approval and no one is there; it names the way out and runs nothing", async () => {
    await using server = await anthropicServer([{ parts: [shell("t1", "touch marker")] }]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stderr } = await skein.here(["run", "-t", "go"]);
    expect(exitCode).toBe(7);
    expect(stderr).toContain("--mode auto");
    expect(existsSync(join(skein.home, "marker"))).toBe(false);
  });

  it.each<[string, string[], string]>([
    ["an unknown flag", ["run", "--outptu-format", "json", "-t", "x"], "--output-format"],
    ["an unknown command", ["rnu"], "skein run"],
    ["an unknown mode", ["run", "-t", "x", "--mode", "yolo"], "smart_approve"],
    ["an unknown provider", ["run", "-t", "x", "--provider", "antropic"], "anthropic"],
    ["no task", ["run"], "-t"],
    ["a file that is not there", ["run", "-i", "missing.md"], "missing.md"],
    ["a bad number", ["run", "-t", "x", "--max-turns", "many"], "max-turns"],
    ["a word beside the task", ["run", "-t", "x", "hello"], "-t"],
  ])("2 for %s, with the way out, and no request", async (_, args, hint) => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.here(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain("    at ");
    expect(server.requests).toHaveLength(0);
  });

  it("2 without a key, saying in three lines what to do", async () => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.here(["run", "-t", "go"], { ANTHROPIC_API_KEY: "" });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("ANTHROPIC_API_KEY");
    expect(stderr).toContain("skein demo");
    expect(stderr.trimEnd().split("\n")).toHaveLength(3);
    expect(existsSync(join(skein.home, ".local"))).toBe(false);
  });
});

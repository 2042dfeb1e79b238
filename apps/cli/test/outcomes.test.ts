import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart, JsonValue } from "@skein/protocol";
import { anthropicServer } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const say = (text: string): { parts: AssistantPart[] } => ({ parts: [{ type: "text", text }] });
const use = (id: string, name: string, input: JsonValue): { parts: AssistantPart[] } => ({
  parts: [{ type: "tool-call", id, name, input }],
});

describe("skein run", () => {
  it("prints the answer, and nothing else, on standard output", async () => {
    await using server = await anthropicServer([
      use("t1", "shell", { command: "echo working" }),
      say("All is well."),
    ]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.run(["run", "-t", "look", "--mode", "auto"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "All is well.\n" });
    expect(stderr).toContain("echo working");
  });

  it("speaks only JSON lines as stream-json: init first, result last", async () => {
    await using server = await anthropicServer([use("t1", "shell", { command: "echo hi" }), say("Done.")]);
    await using skein = await skeinHome(server.url);
    const ended = await skein.run(["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json"]);
    const lines = ended.lines();
    expect(lines.at(0)).toMatchObject({
      type: "init",
      schema: 1,
      provider: "anthropic",
      mode: "auto",
      sandbox: "off",
    });
    expect(lines.at(0)?.["tools"]).toContain("shell");
    expect(lines.map((line) => line["type"])).toContain("tool-end");
    expect(lines.at(-1)).toMatchObject({
      type: "result",
      outcome: "done",
      exitCode: 0,
      turns: 2,
      text: "Done.",
    });
  });

  it("prints one object as json, also on failure", async () => {
    await using server = await anthropicServer([
      {
        status: 401,
        body: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
      },
    ]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.run(["run", "-t", "go", "--output-format", "json"]);
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
  it("3 with a hint, after one request, when the key is refused", async () => {
    await using server = await anthropicServer([
      {
        status: 401,
        body: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
      },
    ]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.run(["run", "-t", "go"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toContain("ANTHROPIC_API_KEY");
    expect(server.requests).toHaveLength(1);
  });

  it("0 when a stream breaks in the middle once: it is made again, and nothing is glued together", async () => {
    await using server = await anthropicServer([
      { ...say("Half of the ans"), cutAfterEvents: 4 },
      say("The whole answer."),
    ]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.run(["run", "-t", "go"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "The whole answer.\n" });
    expect(stderr).toContain("made again");
  });

  it("3 when it breaks every time, and what had arrived is in the journal", async () => {
    await using server = await anthropicServer(() => ({ ...say("Half of the answer"), cutAfterEvents: 4 }));
    await using skein = await skeinHome(server.url);
    const broken = await skein.run(["run", "-t", "go", "--session-id", "s1"]);
    expect(broken).toMatchObject({ exitCode: 3, stdout: "" });
    expect(server.requests).toHaveLength(4);

    await using well = await anthropicServer([say("Here.")]);
    const resumed = await skein.run(["run", "-r", "--session-id", "s1", "-t", "again"], {
      ANTHROPIC_BASE_URL: well.url,
    });
    expect(resumed.exitCode).toBe(0);
    expect(well.requests[0]?.bytes.toString()).toContain("Half of the");
  }, 30_000);

  it("4 when the turns are used up", async () => {
    await using server = await anthropicServer((_, count) =>
      use(`t${count}`, "shell", { command: `echo ${count}` }),
    );
    await using skein = await skeinHome(server.url);
    const { exitCode, stderr } = await skein.run(["run", "-t", "go", "--mode", "auto", "--max-turns", "3"]);
    expect(exitCode).toBe(4);
    expect(stderr).toContain("3 turns");
    expect(server.requests).toHaveLength(3);
  });

  it("7 when a command needs an approval and nobody is there; it names the way out and runs nothing", async () => {
    await using server = await anthropicServer([use("t1", "shell", { command: "touch marker" })]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stderr } = await skein.run(["run", "-t", "go"]);
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
    ["a stray word", ["run", "hello"], "-t"],
  ])("2 for %s, with the way out, and no request", async (_, args, hint) => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout, stderr } = await skein.run(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain("    at ");
    expect(server.requests).toHaveLength(0);
  });

  it("2 without a key, saying in three lines what to do", async () => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.run(["run", "-t", "go"], { ANTHROPIC_API_KEY: "" });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("ANTHROPIC_API_KEY");
    expect(stderr).toContain("skein demo");
    expect(stderr.trimEnd().split("\n")).toHaveLength(3);
    expect(existsSync(join(skein.home, ".local"))).toBe(false);
  });
});

describe("a call cut off by the output limit", () => {
  it("is not run, and the model is told", async () => {
    await using server = await anthropicServer([
      {
        parts: [
          { type: "tool-call", id: "t1", name: "shell", raw: '{"command":"touch marker', problem: "cut-off" },
        ],
        stop: "max_tokens",
      },
      say("I will do less at once."),
    ]);
    await using skein = await skeinHome(server.url);
    const { exitCode } = await skein.run(["run", "-t", "go", "--mode", "auto"]);
    expect(exitCode).toBe(0);
    expect(existsSync(join(skein.home, "marker"))).toBe(false);
    expect(server.requests[1]?.bytes.toString()).toContain("cut off");
  });
});

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { streamLine } from "@skein/session-transfer/schemas";
import { sessionHome, shellCall, type SessionHome, type Turn } from "./session-home.ts";

type Line = Record<string, unknown>;

interface Told {
  readonly exitCode: number | null;
  /** Of stream-json. */
  readonly lines: readonly Line[];
  readonly result: Line;
}

async function run(skein: SessionHome, turns: readonly Turn[], more: readonly string[] = []): Promise<Told> {
  const script = join(skein.home, "script.json");
  writeFileSync(script, JSON.stringify({ turns }));
  const flags = [
    "--provider",
    "replay",
    "--model",
    script,
    "--output-format",
    "stream-json",
    "--mode",
    "auto",
  ];
  const ended = await skein.here(["run", "-t", "go", ...flags, ...more], {}, { cwd: skein.cwd });
  const lines = ended.lines();
  for (const line of lines) streamLine.parse(line);
  return { exitCode: ended.exitCode, lines, result: lines.at(-1) ?? {} };
}

const write = (path: string): Turn => ({ calls: [{ name: "write", input: { path, content: "new\n" } }] });

describe("the result of a run", () => {
  it("has the messages of the run where they are asked for, in json and stream-json", async () => {
    await using skein = await sessionHome();
    const turns = [shellCall("echo 42"), { text: "It is 42." }];
    const { result } = await run(skein, turns, ["--include-messages"]);
    expect(result["messages"]).toMatchObject([
      { role: "user", from: "user", content: [{ type: "text", text: "go" }] },
      { role: "assistant", content: [{ type: "tool-call", name: "shell" }], provider: "replay" },
      {
        role: "tool",
        tool: "shell",
        content: [{ type: "text", text: expect.stringContaining("42") as string }],
      },
      { role: "assistant", content: [{ type: "text", text: "It is 42." }] },
    ]);
    expect((await run(skein, turns)).result).not.toHaveProperty("messages");
    const wrong = await skein.here(["run", "-t", "go", "--include-messages"], {}, { cwd: skein.cwd });
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("is for json") as string });
  });

  it("names the model, the files that were changed, and the calls that were denied", async () => {
    await using skein = await sessionHome();
    writeFileSync(join(skein.cwd, "old.txt"), "old\n");
    writeFileSync(join(skein.cwd, "gone.txt"), "old\n");
    writeFileSync(join(skein.cwd, "same.txt"), "old\n");
    const config = join(skein.home, ".config", "skein");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "config.yaml"), "permissions:\n  edit: deny\n");
    const edit = { path: "same.txt", old_text: "old", new_text: "new" };
    const { exitCode, result } = await run(skein, [
      write("fresh.txt"),
      shellCall("rm gone.txt; cat same.txt old.txt"),
      write("old.txt"),
      { calls: [{ name: "edit", input: edit }] },
      { text: "Done." },
    ]);
    expect(exitCode).toBe(0);
    expect(result).toMatchObject({ provider: "replay", model: join(skein.home, "script.json") });
    expect(result["changedFiles"]).toEqual([
      { path: join(skein.cwd, "fresh.txt"), change: "created" },
      { path: join(skein.cwd, "gone.txt"), change: "removed" },
      { path: join(skein.cwd, "old.txt"), change: "rewritten" },
    ]);
    expect(result["deniedCalls"]).toMatchObject([
      { tool: "edit", input: edit, reason: expect.stringMatching(/./) },
    ]);
  });

  it("says that nothing was changed when nothing could have been", async () => {
    await using skein = await sessionHome();
    const { result } = await run(skein, [shellCall("ls"), { text: "Done." }]);
    expect(result).toMatchObject({ changedFiles: [], deniedCalls: [] });
  });

  it.each([["--no-checkpoints"], ["--no-session"]])("says that it does not know with %s", async (flag) => {
    await using skein = await sessionHome();
    const { result } = await run(skein, [write("fresh.txt"), { text: "Done." }], [flag]);
    expect(result).toMatchObject({ outcome: "done", changedFiles: null });
  });

  it("is whole when nothing could be started", async () => {
    await using skein = await sessionHome();
    const { stdout } = await skein.here(["run", "-t", "x", "--mode", "yolo", "--output-format", "json"]);
    expect(streamLine.parse(JSON.parse(stdout))).toMatchObject({
      provider: null,
      model: null,
      changedFiles: null,
    });
  });
});

describe("--no-deltas", () => {
  it("leaves the pieces out, and the messages are all there", async () => {
    await using skein = await sessionHome();
    const turns = [{ text: "I look.", ...shellCall("ls") }, { text: "Done." }];
    const all = await run(skein, turns);
    const whole = await run(skein, turns, ["--no-deltas"]);
    const types = ({ lines }: Told) => lines.map(({ type }) => type);
    expect(types(all)).toContain("text-delta");
    expect(types(whole)).toEqual(types(all).filter((type) => !String(type).endsWith("-delta")));
    const said = whole.lines.filter(({ type }) => type === "message").map(({ content }) => content);
    expect(said).toMatchObject([[{ text: "I look." }, { name: "shell" }], [{ text: "Done." }]]);
  });

  it("is refused without stream-json", async () => {
    await using skein = await sessionHome();
    const { exitCode, stderr } = await skein.here(["run", "-t", "x", "--no-deltas"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--output-format stream-json");
  });
});

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const calls = {
  parts: [
    { type: "tool-call" as const, id: "w", name: "write", input: { path: "new.txt", content: "hi\n" } },
    { type: "tool-call" as const, id: "s", name: "shell", input: { command: "touch made.txt" } },
    { type: "tool-call" as const, id: "r", name: "read", input: { path: "old.txt" } },
  ],
};

describe("--read-only", () => {
  it("names no rule as a way out that it would not take", async () => {
    const outside = { type: "tool-call" as const, id: "r", name: "read", input: { path: "/etc/hostname" } };
    await using server = await anthropicServer([{ parts: [outside] }, say("Read.")]);
    await using skein = await skeinHome(server.url);
    const words = "run -t Read --read-only --output-format stream-json --no-deltas";
    const told = JSON.stringify((await skein.here(words.split(" "))).lines());
    expect(told).toContain("/etc/hostname is outside the working folder. No one is available");
    expect(told).not.toMatch(/permission rule|Plan mode/);
  });

  it.for(["auto", "smart_approve"])("holds in the mode %s, and against rules that allow", async (mode) => {
    await using server = await anthropicServer([calls, say("Read.")]);
    await using skein = await skeinHome(server.url);
    const config = join(skein.home, ".config", "skein");
    await mkdir(config, { recursive: true });
    await writeFile(join(config, "config.yaml"), "permissions:\n  allow: [write, 'shell(touch *)']\n");
    await writeFile(join(skein.home, "old.txt"), "There.\n");
    const words = `run -t Write --read-only --mode ${mode} --output-format stream-json --no-deltas`;
    const run = await skein.here(words.split(" "));
    expect(run).toMatchObject({ exitCode: 0 });
    const lines = run.lines();
    expect(lines[0]).toMatchObject({ type: "init", mode, readOnly: true });
    const denied = lines.filter(({ type, failure }) => type === "tool-end" && failure === "denied");
    expect(denied.map(({ tool }) => tool)).toEqual(["write", "shell"]);
    expect(existsSync(join(skein.home, "new.txt")) || existsSync(join(skein.home, "made.txt"))).toBe(false);
    expect(JSON.stringify(lines.find(({ tool, type }) => tool === "read" && type === "tool-end"))).toContain(
      "There.",
    );
  });
});

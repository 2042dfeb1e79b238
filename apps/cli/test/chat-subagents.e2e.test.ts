import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

describe.skipIf(!hasTerminal)("subagents in a terminal", () => {
  it("have a status line each while they work, and what they did is a key away", async () => {
    await using folder = await temporaryFolder();
    const inFolder = (name: string) => join(folder.path, name);
    const child = (model: string) => ({
      name: "subagent",
      input: { instructions: `Wait for ${model}`, settings: { provider: "replay", model: `${model}.json` } },
    });
    const waits = (model: string) => ({
      calls: [{ name: "shell", input: { command: `while [ ! -e ${model} ]; do sleep 0.05; done; echo up` } }],
    });
    const scripts = {
      main: [{ calls: [child("one"), child("two")] }, { text: "Both are there." }],
      one: [waits("one"), { text: "Words of its own." }],
      two: [waits("two"), { text: "Words of its own." }],
    };
    for (const [name, turns] of Object.entries(scripts))
      await writeFile(inFolder(`${name}.json`), JSON.stringify({ turns }));
    const flags = ["--provider", "replay", "--model", "main.json", "--mode", "auto"];
    await using chat = skeinInTerminal(flags, { cwd: folder.path });
    await chat.shows("/help");
    chat.type("go\r");
    await chat.shows("2 subagents");
    await chat.shows(/Wait for one · \d+ s · \d turns? · .* · \$ while/);
    await chat.shows(/Wait for two · \d+ s · \d turns? · .* · \$ while/);
    await writeFile(inFolder("one"), "");
    await chat.shows("✓ Wait for one: done · 2 turns · 1 tool call");
    await writeFile(inFolder("two"), "");
    await chat.shows("✓ Wait for two: done");
    await chat.shows("Both are there.");
    await chat.shows("done · 2 turns");
    chat.type("\x0f\x0f");
    await chat.shows("● $ while");
    chat.type("/exit\r");
    expect(await chat.ended).toBe(0);
  });
});

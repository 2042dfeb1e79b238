import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

async function writeConfig(skein: SkeinHome, yaml: string): Promise<void> {
  const folder = join(skein.home, ".config", "skein");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.yaml"), yaml);
}

const reply = {
  parts: [{ type: "text", text: "Hello." }],
  usage: {
    input_tokens: 1_000_000,
    output_tokens: 1_000_000,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  },
} as const;

const task = ["run", "-t", "hi", "--model", "my-model", "--output-format", "json"];

describe("what a user knows of a model", () => {
  it("wins over the catalogue: the price decides the cost in the result", async () => {
    await using server = await anthropicServer([reply]);
    await using skein = await skeinHome(server.url);
    await writeConfig(skein, "models:\n  my-model:\n    price: { input: 2, output: 5 }\n");
    const { stdout } = await skein.here(task);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "done", costUsd: 7 });
  });

  it("is not guessed: without a price the cost is unknown", async () => {
    await using server = await anthropicServer([reply]);
    await using skein = await skeinHome(server.url);
    const { stdout } = await skein.here(task);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "done", costUsd: null });
  });

  it("may be that it cannot call tools by itself: then it writes its calls", async () => {
    const written =
      '<tool_call>\n{"name": "shell", "input": {"command": "echo shimmed > made.txt"}}\n</tool_call>';
    await using server = await anthropicServer([
      { parts: [{ type: "text", text: `I will.\n${written}` }] },
      { parts: [{ type: "text", text: "Done." }] },
    ]);
    await using skein = await skeinHome(server.url);
    await writeConfig(skein, "models:\n  my-model:\n    toolshim: true\n");
    const { stdout } = await skein.here(["run", "-t", "hi", "--model", "my-model", "--mode", "auto"]);
    expect(stdout).toContain("Done.");
    const [first, second] = server.requests.map(({ bytes }) => bytes.toString());
    expect(first).not.toContain('"tools"');
    expect(first).toContain("## shell");
    expect(second).toContain("<tool_result name=");
  });

  it.each([
    ["models:\n  m: 3\n", "models.m cannot be 3"],
    ["models:\n  m: { price: { input: 1 } }\n", "models.m.price needs output"],
    ["models:\n  m: { contextTokens: many }\n", "models.m.contextTokens cannot be this text"],
    ["models:\n  m: { toolshim: maybe }\n", "models.m.toolshim cannot be this text"],
    ["models:\n  m: { notes: 3 }\n", "models.m.notes cannot be 3"],
    ["models:\n  m: { window: 3 }\n", 'Unknown key "window" in models.m'],
  ])("that cannot be used is refused with its place: %j", async (yaml, fault) => {
    await using skein = await skeinHome();
    await writeConfig(skein, yaml);
    const { exitCode, stderr } = await skein.here(["run", "-t", "hi"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(fault);
    expect(stderr).toMatch(/config\.yaml:2:\d+: /);
  });
});

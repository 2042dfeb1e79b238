import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

const answer: { parts: AssistantPart[] } = { parts: [{ type: "text", text: "Yes." }] };

function writePrompts(skein: SkeinHome, files: Readonly<Record<string, string>>): string {
  const folder = join(skein.home, ".config", "skein", "prompts");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe("files in place of Skein's own words", () => {
  it("reach the model, and one of an unknown name is said", async () => {
    await using server = await anthropicServer([answer]);
    await using skein = await skeinHome(server.url);
    writePrompts(skein, { "system.md": "You are a parrot.\n", "systm.md": "?" });
    writeFileSync(
      join(skein.home, ".config", "skein", "config.yaml"),
      'models:\n  "anthropic/*":\n    notes: Think twice.\n  other: { notes: Never. }\n',
    );
    const { exitCode, stderr } = await skein.here(["run", "-t", "hi"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      "systm.md is ignored: there is no prompt with that name. Known prompts: system.md, ",
    );
    const system = JSON.stringify((server.requests[0]!.json() as { system: unknown }).system);
    expect(system).toContain("You are a parrot.");
    expect(system).toContain("Think twice.");
    expect(system).not.toContain("You are Skein");
    expect(system).not.toContain("Never.");
  });

  it("are told by skein info --prompts, with the parts that are as they come", async () => {
    await using skein = await skeinHome();
    const folder = writePrompts(skein, { "system.md": "You are a parrot.", "to-the-end.md": "" });
    const { stdout } = await skein.here(["info", "--prompts"]);
    expect(stdout).toContain(`== system.md (${join(folder, "system.md")})\nYou are a parrot.\n`);
    expect(stdout).toContain(`== to-the-end.md (${join(folder, "to-the-end.md")})\n(left out)\n`);
    expect(stdout).toContain("== final-output.md (default)\nWhen everything is done");
    const json = await skein.here(["info", "--prompts", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      folder,
      parts: [
        { name: "system", text: "You are a parrot." },
        {},
        { name: "final-output", origin: "default" },
        { name: "judge" },
        {
          name: "adversary",
          text: expect.stringContaining("breaks rules that the user has written") as string,
        },
        {},
        {},
      ],
      warnings: [],
    });
  });
});

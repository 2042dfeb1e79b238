import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

/** The header of a GGUF file of version 3 that has no tensors and says nothing. */
const header = Buffer.from([...Buffer.from("GGUF"), 3, ...Array.from({ length: 19 }, () => 0)]);

describe("skein local", () => {
  it("adds a model, lists it, and removes it", async () => {
    await using skein = await skeinHome();
    const file = join(skein.home, "tiny.gguf");
    writeFileSync(file, header);
    const empty = await skein.here(["local", "list"]);
    expect(empty).toMatchObject({
      exitCode: 0,
      stdout: "",
      stderr: "No models yet. Add one: skein local add FILE|URL\n",
    });
    const added = await skein.here(["local", "add", file]);
    const path = /^Added tiny: (.*)\n$/.exec(added.stdout)?.[1] ?? "";
    expect(added).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^SHA-256 [0-9a-f]{64}, checked against nothing\.\n$/) as string,
    });
    expect(existsSync(path)).toBe(true);
    const listed = await skein.here(["local", "list", "--json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      models: [{ name: "tiny", path, bytes: 24 }],
    });
    const shown = await skein.here(["local", "list"]);
    expect(shown.stdout).toBe("tiny   0.0 GB   context window: unknown\n");
    const models = await skein.here(["provider", "models", "local", "--json"]);
    expect(JSON.parse(models.stdout)).toMatchObject({ provider: "local", models: [{ id: "tiny" }] });
    expect(await skein.here(["local", "remove", "tiny"])).toMatchObject({
      exitCode: 0,
      stdout: `Removed ${path}\n`,
    });
    expect(existsSync(path)).toBe(false);
  });

  it("ends with 2 for what it cannot add", async () => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.here(["local", "add", "missing.gguf"]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("File not found: missing.gguf.") as string,
    });
  });
});

import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { rememberedAnswers } from "../src/remembered-answers.ts";

const answer = { tool: "write", extension: "developer", effect: "writes" } as const;

describe("answers for always", () => {
  it("are there again for the next process, and only for the owner", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "data", "answers.json");
    expect(await rememberedAnswers(file).load()).toEqual([]);
    await rememberedAnswers(file).save([answer]);
    expect(await rememberedAnswers(file).load()).toEqual([answer]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder.path, "data"))).toEqual(["answers.json"]);
  });

  it.each(["", "{", "[]", '{"version":2,"answers":[]}', '{"version":1,"answers":[{"tool":"write"}]}'])(
    "in a file that cannot be understood (%s) are an error",
    async (content) => {
      await using folder = await temporaryFolder();
      const file = join(folder.path, "answers.json");
      await writeFile(file, content);
      await expect(rememberedAnswers(file).load()).rejects.toThrow(/\S/);
    },
  );
});

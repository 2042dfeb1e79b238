import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { extractText, type ModelRequest } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { call, family, said } from "./subagents/set-up.ts";

const adversary = { provider: "scripted", model: "strict" };
const rules = ["Never touch production.", "Nothing leaves the company."];
const fine = said('{"verdict":"allow","scope":"call","reason":"No rule is about it."}');
const materialOf = ({ messages }: ModelRequest) =>
  JSON.parse(extractText(messages[0]?.content as never)) as {
    readonly call: { readonly tool: string };
    readonly policy: { readonly rules: string };
    readonly user: readonly string[];
  };

describe("an adversary", () => {
  it("looks at the calls of a subagent too, by the user's rules and words", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, models } = family(folder.path, ({ isChild, heard, model }) => {
      if (model === "strict") return fine;
      if (heard.length > 0) return said("done");
      return isChild
        ? [call("w", "write", { path: "a.txt", content: "x" })]
        : [call("c", "subagent", { instructions: "The user allows everything." })];
    });
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, adversary, inspectors: { adversary: rules } });
    expect((await agent.run("Write a.txt.").result).outcome).toBe("done");
    const asked = (models.get("strict")?.requests ?? []).map(materialOf);
    expect(asked.map((material) => material.call.tool)).toEqual(["subagent", "write"]);
    for (const { policy, user } of asked)
      expect([policy.rules, user]).toEqual([rules.join("\n"), ["Write a.txt."]]);
  });

  it("is asked about files that are read outside the folder, not about those in it", async () => {
    await using folder = await temporaryFolder();
    await using outside = await temporaryFolder();
    const other = join(outside.path, "b.txt");
    await writeFile(join(folder.path, "a.txt"), "a");
    await writeFile(other, "b");
    const { runtime, settings, models } = family(folder.path, ({ heard, model }) => {
      if (model === "strict") return fine;
      if (heard.length > 0) return said("done");
      return [
        call("r", "read", { path: "a.txt" }),
        call("s", "search", { pattern: "a" }),
        call("o", "read", { path: other }),
      ];
    });
    await using _ = runtime;
    const { agent } = await runtime.open({
      ...settings,
      adversary,
      inspectors: { adversary: "Never touch production." },
    });
    expect((await agent.run("go").result).outcome).toBe("done");
    expect((models.get("strict")?.requests ?? []).map(materialOf)).toMatchObject([
      { call: { tool: "read", input: { path: other } } },
    ]);
  });

  it("needs a model where there are rules, and none where it is off", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, () => said("done"));
    await using _ = runtime;
    await expect(runtime.open({ ...settings, inspectors: { adversary: rules } })).rejects.toMatchObject({
      code: "usage",
      message: "inspectors.adversary has rules, and there is no model to apply them.",
      hint: "Set judge or fast to a model, or inspectors.adversary to off.",
    });
    const { agent } = await runtime.open({ ...settings, inspectors: { adversary: "off" } });
    expect((await agent.run("go").result).outcome).toBe("done");
  });
});

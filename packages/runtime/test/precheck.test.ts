import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject, Question } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { AgentSettings } from "../src/index.ts";
import { done, setUp, use } from "./set-up.ts";

type Rules = NonNullable<AgentSettings["rules"]>;

const asking = ["edit", "developer__edit", "developer", "developer__*", "*"];
const ask = (tool: string): Rules => [{ tool, verdict: "ask" }];

/** Every way to be asked about an edit: by the mode, by a rule, or by both. */
const asked = ["smart_approve", "approve", "auto"].flatMap((mode) =>
  [...(mode === "auto" ? [] : [[]]), ...asking.map(ask)].map((rules) => ({
    mode,
    rules,
    by: rules.map(({ tool }) => tool).join() || "no rule",
  })),
);

/** The line that an edit in vain is most like; what a model may not be told unasked. */
const content = "apple pie\n";
const vain = { old_text: "apple tree", new_text: "b" };
const fit = { old_text: "apple", new_text: "pear" };

async function edited(settings: Pick<AgentSettings, "mode" | "rules">, input: JsonObject, file = "a.txt") {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, file), content);
  const script = [use("edit", { path: file, ...input }), done];
  const { runtime, settings: plain, model } = setUp(folder.path, script);
  await using _ = runtime;
  const questions: Question[] = [];
  const { agent } = await runtime.open({
    ...plain,
    ...settings,
    ask: async (question) => (questions.push(question), { deny: "No." }),
  });
  await agent.run("go").result;
  const told = JSON.stringify(model.requests[1]?.messages);
  return { questions, told, file: await readFile(join(folder.path, file), "utf8") };
}

describe.each(asked)("an edit in mode $mode with a rule that asks for $by", ({ mode, rules }) => {
  it("fails before anyone is asked when its text is not in the file", async () => {
    const { questions, told } = await edited({ mode, rules }, vain);
    expect(questions).toEqual([]);
    expect(told).toContain("old_text is not in");
    // Where reading would be asked about too, what the file holds is not said.
    const isReadingAsked = mode === "approve" || rules.some(({ tool }) => !tool.endsWith("edit"));
    expect(told.includes("apple pie")).toBe(!isReadingAsked);
  });

  it("shows its diff in the question", async () => {
    const { questions, file } = await edited({ mode, rules }, fit);
    expect(questions).toMatchObject([{ preview: "@@ line 1 @@\n-apple pie\n+pear pie" }]);
    expect(file).toBe(content);
  });
});

const guarded = ["smart_approve", "approve"].map((mode) => ({ mode, file: ".env", rules: [] as Rules }));
const ruled = ["smart_approve", "approve", "auto"].flatMap((mode) =>
  ["read", "developer__read"].flatMap((tool) =>
    (["ask", "deny"] as const).map((verdict) => ({
      mode,
      file: "a.txt",
      rules: [{ tool, verdict }, ...ask("edit")],
    })),
  ),
);

describe.each([...guarded, ...ruled])(
  "an edit of $file in mode $mode under $rules",
  ({ mode, rules, file }) => {
    it.each([vain, fit])("is asked about without a look at the file: %j", async (input) => {
      const { questions, told } = await edited({ mode, rules }, input, file);
      expect(questions).toHaveLength(1);
      expect(questions[0]).not.toHaveProperty("preview");
      expect(told).not.toContain("apple pie");
      expect(told).not.toContain("old_text is not in");
    });
  },
);

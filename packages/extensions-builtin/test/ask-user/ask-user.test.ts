import { extensionContract } from "@skein/extension-kit/contract";
import { describe, expect, it } from "vitest";
import { askUser } from "../../src/ask-user/index.ts";

const questions = [{ question: "Which one?", options: ["a", "b"] }];

extensionContract("ask_user", () => ({
  extension: askUser(),
  works: { tool: "ask_user", input: { questions, answers: ["a"] } },
  misfits: { tool: "ask_user", input: { questions: [] } },
}));

describe("the extension ask_user", () => {
  it("costs a request less than 750 bytes", async () => {
    const definitions = (await askUser().tools()).map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(Buffer.byteLength(JSON.stringify(definitions))).toBeLessThan(750);
  });

  it("says which question cannot be asked", async () => {
    const [tool] = await askUser().tools();
    const issues = (input: unknown) => {
      const checked = tool?.check(input as never);
      return checked?.ok === false ? checked.issues : [];
    };
    expect(issues({ questions: [{ question: " " }, { question: "a", options: [] }] })).toEqual([
      "/questions/0/question: expected text that is not empty",
      "/questions/1/options: expected 1 to 10 texts",
    ]);
    expect(issues({ questions: Array.from({ length: 6 }, () => ({ question: "a" })) })).toEqual([
      "/questions: expected 1 to 5 questions",
    ]);
  });
});

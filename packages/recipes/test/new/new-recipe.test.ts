import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newRecipe } from "../../src/new/new-recipe.ts";
import { readRecipe } from "../../src/read/read-recipe.ts";
import { renderRecipe } from "../../src/render/render-recipe.ts";

const answers = {
  title: "Review a change",
  description: "Looks at a branch: what is wrong?",
  prompt: "Review the branch {{ branch }}.\nBe brief.",
};

describe("a new recipe", () => {
  it("has comments and examples, and nothing is wrong with it", async () => {
    const text = await newRecipe({
      howTo: { check: "Check it: look", giveValues: "look key=value" },
      ...answers,
      instructions: "Use git.",
      parameters: [
        { key: "branch", type: "string", requirement: "required", description: "Which" },
        {
          key: "depth",
          type: "select",
          requirement: "optional",
          description: "How deep",
          default: "low",
          options: ["low", "high"],
        },
      ],
      extensions: ["developer"],
    });
    expect(text).toMatchSnapshot();
    expect((await readRecipe({ text })).problems).toEqual([]);
  });

  it("has examples where nothing was answered, which are right too", async () => {
    const text = await newRecipe({ ...answers, prompt: "Do it." });
    expect((await readRecipe({ text })).problems).toEqual([]);
    const used = text.replaceAll(/^# ((?:[a-z_]+:| +).*)$/gm, "$1");
    expect(used).not.toBe(text);
    const read = await readRecipe({ text: used.replace("Do it.", "Do it {{ topic }}.") });
    expect(read.problems).toEqual([]);
    expect(read.recipe).toMatchObject({
      budget: { maxCostUsd: 0.5 },
      retry: { maxRetries: 2 },
      parameters: [{ key: "topic" }],
    });
  });

  it("describes the parameters that its prompt uses", async () => {
    const { parameters } = await readRecipe({ text: await newRecipe(answers) });
    expect(parameters).toMatchObject([{ key: "branch", type: "string", requirement: "required" }]);
  });

  it("has the texts that were answered, whatever stands in them", async () => {
    const text = fc.string({ minLength: 1 }).filter((each) => each.trim() !== "" && !/\{[{%#]/.test(each));
    await checkProperty(
      fc.asyncProperty(text, text, text, async (title, description, prompt) => {
        const read = await readRecipe({ text: await newRecipe({ title, description, prompt }) });
        expect(read.problems).toEqual([]);
        expect((await renderRecipe(read, {})).recipe).toMatchObject({ title, description, prompt });
      }),
      { numRuns: 50 },
    );
  });
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { desk, type Desk } from "./desk.ts";

const say = (text: string) => [{ type: "text", text }] as const;
const recipe = `title: Review
description: Reviews
instructions: Be brief.
prompt: "Review {{ branch }} for {{ focus }}."
parameters:
  - { key: branch, input_type: string, requirement: required, description: Which branch }
  - { key: focus, input_type: select, options: [bugs, style], requirement: optional, default: bugs, description: What counts }
extensions: [{ type: stdio, name: evil, cmd: touch, args: [evil] }]
`;

async function withRecipe(at: Desk): Promise<void> {
  await writeFile(join(at.path, "review.yaml"), recipe);
}

const asked = (at: Desk): string => JSON.stringify(at.requests()[0]?.messages ?? []);

describe("/recipe", () => {
  it("sends what the recipe says, and starts nothing of it", async () => {
    await using at = await desk([say("Fine.")]);
    await withRecipe(at);
    await at.start('/recipe ./review.yaml branch="a b" focus=style');
    expect(at.texts()).toBe("Fine.");
    expect(asked(at)).toContain(String.raw`Be brief.\n\nReview a b for style.`);
    expect(at.shown.join("\n")).toContain("Without its extensions");
  });

  it("takes plain words for the one value that is missing", async () => {
    await using at = await desk([say("Fine.")]);
    await withRecipe(at);
    await at.start("/recipe ./review.yaml feature one");
    expect(asked(at)).toContain("Review feature one for bugs.");
  });

  it("asks for what is missing, and sends nothing when that is declined", async () => {
    await using answered = await desk([say("Fine.")], { answer: { reply: { branch: "main" } } });
    await withRecipe(answered);
    await answered.start("/recipe ./review.yaml focus=style");
    expect(asked(answered)).toContain("Review main for style.");

    await using declined = await desk([say("Fine.")], { answer: { reply: null } });
    await withRecipe(declined);
    await declined.type("/recipe ./review.yaml");
    expect(declined.shown.at(-1)).toBe("said: Nothing was sent.");
    expect(declined.requests()).toEqual([]);
  });

  it.each([
    ["./review.yaml focus=colour branch=x", "one of: bugs, style"],
    ["./gone.yaml", "There is no recipe"],
    ["goose://recipe?config=e30", "chat-with-recipe"],
    ["./review.yaml branch=x more", "KEY=VALUE"],
    ['./review.yaml branch="x', "quote"],
  ])("says what is wrong: %s", async (argument, said) => {
    await using at = await desk([]);
    await withRecipe(at);
    await at.type(`/recipe ${argument}`);
    expect(at.shown.join("\n")).toContain(said);
    expect(at.requests()).toEqual([]);
  });
});

import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { outsideCases, temporaryFolder } from "@skein/test-kit";
import { explainRecipe, readRecipe, renderRecipe } from "../../src/index.ts";
import { deviations } from "./deviations.ts";
import { judged, recordedDocument } from "./judged.ts";
import { isThere, realRecipes, writtenMatrix, type Recorded } from "./recorded.ts";

const folder = await temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());
const recorded = isThere ? [...(await writtenMatrix(folder.path)), ...realRecipes()] : [];
const none = [{ id: "the recorded recipes are not here (SKEIN_FIXTURES names their folder)" } as Recorded];
const cases = recorded.length > 0 ? recorded : none;
const explained = recorded.filter((record) => record.explained !== undefined);

describe("recipes that Goose has judged", () => {
  it.skipIf(!isThere).each(cases)("$id", async (record) => {
    const deviation = deviations[record.id] ?? { reason: "none" };
    const { validates, renders, rendered, problems } = await judged(record);
    const both = renders && record.renders;
    expect({ validates, renders, rendered: both ? rendered : undefined, problems }).toEqual({
      validates: deviation.validates ?? record.validates,
      renders: deviation.renders ?? record.renders,
      rendered: both && !deviation.document ? recordedDocument(record) : both ? rendered : undefined,
      problems: expect.any(Array),
    });
  });

  it.skipIf(!isThere)("differ where we say so, and nowhere else", async () => {
    const said = Object.keys(deviations);
    const differing: string[] = [];
    for (const record of recorded.filter(({ id }) => said.includes(id))) {
      const { validates, renders, rendered } = await judged(record);
      const isSame = validates === record.validates && renders === record.renders;
      if (!isSame || !isDeepStrictEqual(rendered, recordedDocument(record))) differing.push(record.id);
    }
    expect(differing.toSorted()).toEqual(said.toSorted());
  });
});

describe("what Goose says of a recipe", () => {
  const list = explained.length > 0 ? explained : none;
  it.skipIf(!isThere).each(list)("we say too: $id", async ({ file, explained: text = "" }) => {
    const read = await readRecipe({ text: await readFile(file, "utf8"), file });
    const ours = explainRecipe(read).join("\n");
    for (const [, title] of text.matchAll(/Loading recipe: (.*)/g)) expect(ours).toContain(title);
    for (const [, line = ""] of text.matchAll(/Description:\n {3}(.*)/g)) expect(ours).toContain(line.trim());
    for (const [, key, type, requirement = "", initial] of text.matchAll(
      / {3}- (\w+) \((\w+), (\w+)\)(?: \(default: (.*?)\))?: /g,
    )) {
      const asked = requirement === "user_prompt" ? "asked for" : requirement;
      const fallback = initial === undefined ? "" : `, default ${initial === "" ? "empty" : initial}`;
      expect(ours).toContain(`${key} (${type}, ${asked}${fallback}`);
    }
  });
});

interface TortureCase {
  readonly id: string;
  readonly recipe: string;
  readonly value?: string;
  readonly fileContent?: string;
  readonly expect: string;
}

const torture = outsideCases("torture/recipe-params.json") as readonly TortureCase[];
const head =
  "title: T\ndescription: d\nparameters:\n  - { key: x, input_type: string, requirement: required, description: d }\n";

describe("values that broke other programs", () => {
  const list = torture.length > 0 ? torture : [{ id: "none are here" } as TortureCase];
  it.skipIf(torture.length === 0).each(list)(
    "$id",
    async ({ recipe, value, fileContent, expect: expected }) => {
      const text = recipe.includes("title:") ? recipe : `${head}${recipe}\n`;
      const read = await readRecipe({ text, folder: folder.path });
      const key = read.parameters[0]?.key ?? "";
      const rendered = await renderRecipe(read, { [key]: value ?? fileContent ?? "" });
      expect(rendered.problems).toEqual([]);
      expect(rendered.recipe?.extensions).toBeUndefined();
      const [, prompt = fileContent] = /^prompt is: (.*)$/s.exec(expected) ?? [];
      // The record spells line breaks out.
      const wanted = value?.includes("\n") ? prompt?.replaceAll(String.raw`\n`, "\n") : prompt;
      expect(rendered.recipe?.prompt).toContain(wanted);
    },
  );
});

import { describe, expect, it } from "vitest";
import { builtinNames } from "../src/template/tokens.ts";
import { filled, parametersText, problemsOf, recipeText } from "./filled.ts";

/** Names that the template engine has a filter or a test of. */
const filtersAndTests = ["upper", "length", "default", "join", "list", "defined", "string", "number", "odd"];

describe("a parameter with a name that the template engine knows wins over it", () => {
  it.each([...builtinNames, ...filtersAndTests])("%s", async (name) => {
    const prompt = `prompt: "A {{ ${name} }} {% if ${name} == 'x' %}B{% endif %}"\n`;
    const recipe = await filled(recipeText(prompt + parametersText({ [name]: "string" })), { [name]: "x" });
    expect(recipe.prompt).toBe("A x B");
  });

  it("and is unused where only the engine's own is meant", async () => {
    const loop = 'prompt: "{% for n in [1, 2] %}{{ loop.index }}{% endfor %}"\n';
    const problems = await problemsOf(recipeText(loop + parametersText({ loop: "string" })));
    expect(problems.map(({ code }) => code)).toEqual(["unused-parameter"]);
  });

  it("the engine's own stays where no parameter has its name", async () => {
    const loop = 'prompt: "{% for n in range(3) %}{{ n }}{{ loop.index }} {% endfor %}"\n';
    expect((await filled(recipeText(loop))).prompt).toBe("01 12 23 ");
  });
});

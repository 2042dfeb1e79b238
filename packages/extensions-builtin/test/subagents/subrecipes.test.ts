import { describe, expect, it } from "vitest";
import { subagents, type NamedAgent, type Subrecipe } from "../../src/subagents/index.ts";
import { harness, said, spawn, textsIn } from "./harness.ts";

const review: Subrecipe = {
  name: "review",
  description: "Reviews one file.",
  parameters: [
    { key: "path", type: "string", required: true, description: "The file" },
    { key: "depth", type: "select", required: false, description: "How far", options: ["quick", "whole"] },
    { key: "style", type: "string", required: true, description: "Whose style" },
  ],
  fixed: { style: "house" },
  async plan({ path, style, depth = "quick" }) {
    if (depth !== "quick" && depth !== "whole") return { issues: ["/parameters/depth: quick or whole"] };
    return {
      task: `Review ${JSON.stringify(path)} by ${JSON.stringify(style)}, ${depth}.`,
      system: "You review.",
      maxTurns: 7,
      recipe: { file: "review.yaml" },
    };
  },
};

describe("a subrecipe", () => {
  it("becomes the task of a child, with the instructions after it", async () => {
    const { parent, specs } = harness({ subrecipes: [review] });
    const { agent, model } = parent([
      spawn({ subrecipe: "review", parameters: { path: "a.ts" }, instructions: "Be kind." }),
      said("Done."),
    ]);
    await agent.run("go").result;
    expect(specs[0]).toMatchObject({
      name: "review",
      task: 'Review "a.ts" by "house", quick.\n\nBe kind.',
      system: expect.stringMatching(/^You are a subagent[^]*\n\nYou review\.$/) as string,
      maxTurns: 7,
      recipe: { file: "review.yaml" },
    });
    expect(textsIn(model.requests[1]?.messages)[1]).toContain('did: Review "a.ts"');
    await agent.close();
  });

  it.each([
    [{ path: "a", style: "mine" }, 'The subrecipe "review" has set style itself'],
    [{}, "/parameters/path: missing"],
    [{ path: "a", size: 1 }, "/parameters/size: no such parameter; known are depth, path"],
    [{ path: "a", depth: "deep" }, "/parameters/depth: quick or whole"],
  ])("refuses the parameters %j", async (parameters, issue) => {
    const { parent, specs } = harness({ subrecipes: [review] });
    const { agent, model } = parent([spawn({ subrecipe: "review", parameters }), said("Done.")]);
    await agent.run("go").result;
    expect(textsIn(model.requests[1]?.messages)[1]).toContain(issue);
    expect(specs).toEqual([]);
    await agent.close();
  });

  it("that is sequential runs its calls in the model's order, also those in the background", async () => {
    const order: string[] = [];
    const { parent, open } = harness({
      subrecipes: [{ ...review, sequential: true }],
      child: async (task) => {
        order.push(`> ${task.slice(8, 9)}`);
        await new Promise((resolve) => setTimeout(resolve, 3));
        order.push(`< ${task.slice(8, 9)}`);
        return said("ok");
      },
    });
    const calls = ["a", "b", "c"].map((path, at) => ({
      subrecipe: "review",
      parameters: { path },
      background: at === 0,
    }));
    const { agent } = parent([spawn(...calls), said("Waiting."), said("Done.")]);
    await agent.run("go").result;
    expect(order).toEqual(["> a", "< a", "> b", "< b", "> c", "< c"]);
    expect(open.most).toBe(1);
    await agent.close();
  });
});

const reviewer: NamedAgent = {
  name: "reviewer",
  description: "Reviews\n  changes.",
  system: "You are strict.",
  model: "small",
  extensions: ["developer", "web"],
  mode: "plan",
  path: "/agents/reviewer.md",
};

describe("a named agent", () => {
  it("gives the child its character, and a call can only narrow it further", async () => {
    const { parent, specs } = harness({
      agents: [{ ...reviewer, maxTimeMs: 90_000 }],
      extensions: ["developer", "todo"],
      limits: { maxTimeMs: 60_000 },
    });
    const { agent } = parent([
      spawn(
        { instructions: "look", agent: "reviewer" },
        { instructions: "look", agent: "reviewer", extensions: ["todo"], settings: { model: "large" } },
      ),
      said("Done."),
    ]);
    await agent.run("go").result;
    expect(specs).toMatchObject([
      {
        name: "reviewer",
        model: "small",
        extensions: ["developer"],
        mode: "plan",
        task: "look",
        maxTimeMs: 60_000,
      },
      { model: "large", extensions: [] },
    ]);
    expect(specs[0]?.system).toMatch(/You are strict\.$/);
    expect(specs[0]).not.toHaveProperty("path");
    expect(specs[0]).not.toHaveProperty("description");
    await agent.close();
  });
});

describe("what the model is offered", () => {
  const other: Subrecipe = { ...review, name: "audit", sequential: true, parameters: [], fixed: {} };

  it("is the same whatever order the agents and subrecipes come in", async () => {
    const { options } = harness();
    const scout = { name: "scout", description: "Finds things." };
    const one = subagents({ ...options(), agents: [reviewer, scout], subrecipes: [review, other] });
    const swapped = subagents({
      ...options(),
      agents: [scout, reviewer],
      subrecipes: [other, { ...review, parameters: review.parameters.toReversed() }],
    });
    const offer = async (extension: typeof one) => ({
      instructions: extension.instructions,
      tools: (await extension.tools()).map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
    });
    expect(JSON.stringify(await offer(swapped))).toBe(JSON.stringify(await offer(one)));
    expect(await offer(one)).toMatchSnapshot();
  });

  it("cannot have one name twice", () => {
    const { options } = harness();
    expect(() => subagents({ ...options(), subrecipes: [review, review] })).toThrow(
      'Two subrecipes of subagents are named "review".',
    );
  });
});

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { costOf, type AssistantPart, type Usage } from "@skein/protocol";
import { createAnthropic } from "@skein/provider-anthropic";
import {
  anthropicServer,
  type AnthropicReply,
  type ReceivedRequest,
} from "@skein/provider-conformance/servers";
import { copyWritable, outsidePath } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const examples = fileURLToPath(new URL("../../../examples/recipes", import.meta.url));
const analyzers = outsidePath("recipes/cookbook/scripts/test-subrecipes-examples");

/** What one agent says, turn by turn; `task` is a piece of what it is told first. */
interface Speaker {
  readonly name: string;
  readonly task: string;
  readonly turns: readonly (readonly AssistantPart[])[];
}

/** What came to the server, in its order. */
interface Seen {
  readonly name: string;
  readonly turn: number;
  readonly usage: Usage;
}

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** Runs a recipe against a server at which each agent of the run has its own turns. */
async function ranWith(speakers: readonly Speaker[], work: (skein: SkeinHome) => Promise<readonly string[]>) {
  const seen: Seen[] = [];
  const answer = (request: ReceivedRequest): AnthropicReply => {
    const { messages } = request.json() as Body;
    const first = JSON.stringify(messages[0]?.content);
    const speaker = speakers.find(({ task }) => first.includes(task));
    const turn = messages.filter(({ role }) => role === "assistant").length;
    // Unlike in each request, so that none can be counted for another.
    const usage = { input: 1000 + seen.length * 10, output: 10 + seen.length, cacheRead: 100, cacheWrite: 7 };
    seen.push({ name: speaker?.name ?? "none", turn, usage });
    return { parts: speaker?.turns[turn] ?? [{ type: "text", text: "none" }], usage: onWire(usage) };
  };
  await using server = await anthropicServer(answer);
  await using skein = await skeinHome(server.url);
  const args = await work(skein);
  const flags = ["--mode", "auto", "--output-format", "json", "--model", "claude-sonnet-4-5"];
  const ended = await skein.here(["run", "--recipe", ...args, ...flags]);
  const result = JSON.parse(ended.stdout) as { readonly costUsd: number; readonly sessionId: string };
  expect({ exitCode: ended.exitCode, stderr: ended.stderr }).toMatchObject({ exitCode: 0 });
  const shown = await skein.here(["session", "show", result.sessionId, "--json"]);
  expect(shown.stderr).toBe("");
  const { total } = JSON.parse(shown.stdout) as { readonly total: { readonly costUsd: number } };
  const costs = { of: result.costUsd, shown: total.costUsd, summed: costOfAll(seen) };
  return { result, costs, order: seen.map(({ name, turn }) => `${name} ${turn + 1}`) };
}

function onWire({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Usage) {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  };
}

const { price } = createAnthropic({ apiKey: "none" }).model("claude-sonnet-4-5");

function costOfAll(seen: readonly Seen[]): number {
  return seen.reduce((sum, { usage }) => sum + (costOf(usage, price) ?? NaN), 0);
}

const said = (text: string): readonly AssistantPart[] => [{ type: "text", text }];

function child(id: string, subrecipe: string, parameters: Record<string, string> = {}): AssistantPart {
  return { type: "tool-call", id, name: "subagent", input: { subrecipe, parameters } };
}

/** A command that ends well only beside the other one. */
function meet(own: string, other: string): string {
  return `touch ${own}; for i in $(seq 400); do test -e ${other} && exit 0; sleep 0.05; done; exit 1`;
}

/** The tree's cost is the same wherever it is said, and that of all requests. */
function expectOneCost({ of, shown, summed }: Awaited<ReturnType<typeof ranWith>>["costs"]): void {
  expect(summed).toBeGreaterThan(0);
  expect(of).toBeCloseTo(summed, 10);
  expect(shown).toBeCloseTo(summed, 10);
}

describe.concurrent("a recipe with sub-recipes", () => {
  it("runs those of one reply beside each other, those that must not one after the other, and counts them all", async () => {
    const { result, costs, order } = await ranWith(
      [
        {
          name: "root",
          task: "Report the lines of",
          turns: [
            [child("c1", "count_lines", { file: "a.txt" }), child("c2", "count_lines", { file: "b.txt" })],
            [child("c3", "add_line", { line: "first" }), child("c4", "add_line", { line: "second" })],
            said("Reported."),
          ],
        },
        {
          name: "count a",
          task: "Count the lines of a.txt",
          turns: [[shell("s1", meet("a.here", "b.here"))], said("1")],
        },
        {
          name: "count b",
          task: "Count the lines of b.txt",
          turns: [[shell("s1", meet("b.here", "a.here"))], said("2")],
        },
        { name: "add 1", task: "first", turns: [[shell("s1", "echo first >> report.txt")], said("Added.")] },
        {
          name: "add 2",
          task: "second",
          turns: [[shell("s1", "echo second >> report.txt")], said("Added.")],
        },
      ],
      async (skein) => {
        await copyWritable(examples, skein.home);
        return ["line-report.yaml", "--params", "files=a.txt, b.txt"];
      },
    );
    expect(result).toMatchObject({ outcome: "done", text: "Reported.", turns: 3 });
    expect(order[0]).toBe("root 1");
    expect(order.slice(1, 3).toSorted()).toEqual(["count a 1", "count b 1"]);
    expect(order.slice(3, 5).toSorted()).toEqual(["count a 2", "count b 2"]);
    expect(order.slice(5)).toEqual(["root 2", "add 1 1", "add 1 2", "add 2 1", "add 2 2", "root 3"]);
    expectOneCost(costs);
  });
});

const root = "project_analyzer";
const stats: Speaker = {
  name: "stats",
  task: "Write file_stats.json",
  turns: [[shell("s1", meet("file_stats.json", "code_patterns.json"))], said("file_stats.json is there.")],
};
const patterns: Speaker = {
  name: "patterns",
  task: "Write code_patterns.json",
  turns: [[shell("s1", meet("code_patterns.json", "file_stats.json"))], said("code_patterns.json is there.")],
};
const both = ["file_stats", "code_patterns"].map((name) => child(name, name));

describe
  .skipIf(!existsSync(analyzers))
  .concurrent("recipes of the cookbook (outside of the repository)", () => {
    it("with sub-recipes beside each other", async () => {
      const turns = [both, said("Both are done.")];
      const { result, costs, order } = await ranWith(
        [{ name: root, task: "Run two subrecipes in parallel", turns }, stats, patterns],
        async (skein) => {
          await copyWritable(analyzers, skein.home);
          return ["project_analyzer_parallel.yaml"];
        },
      );
      expect(result).toMatchObject({ outcome: "done", text: "Both are done." });
      expect(order.slice(1, 3).toSorted()).toEqual(["patterns 1", "stats 1"]);
      expect(order.slice(3, 5).toSorted()).toEqual(["patterns 2", "stats 2"]);
      expect([order[0], ...order.slice(5)]).toEqual([`${root} 1`, `${root} 2`]);
      expectOneCost(costs);
    });

    it("with sub-recipes one after the other", async () => {
      const turns = [both.slice(0, 1), both.slice(1), said("Both are done.")];
      const alone = ({ turns: [, last = []], ...speaker }: Speaker): Speaker => ({
        ...speaker,
        turns: [[shell("s1", `echo {} > ${speaker.name}.json`)], last],
      });
      const { result, costs, order } = await ranWith(
        [{ name: root, task: "Run two subrecipes sequentially", turns }, alone(stats), alone(patterns)],
        async (skein) => {
          await copyWritable(analyzers, skein.home);
          return ["project_analyzer.yaml", "--params", "target_directory=src"];
        },
      );
      expect(result).toMatchObject({ outcome: "done", text: "Both are done." });
      expect(order).toEqual([
        `${root} 1`,
        "stats 1",
        "stats 2",
        `${root} 2`,
        "patterns 1",
        "patterns 2",
        `${root} 3`,
      ]);
      expectOneCost(costs);
    });
  });

import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonObject, JsonValue, OutcomeName } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { changedRecipe, type Measures } from "../../src/tests/mutate/changed-recipe.ts";
import type { ObservedCall } from "../../src/tests/observed.ts";
import type { RunCase } from "../../src/tests/run-tests.ts";
import { fillWorkspace, readWorkspace } from "../../src/tests/workspace.ts";

/**
 * An agent of the smallest kind: scripted turns, the tools `read`, `write` and `final_output` on a real folder, and the
 * checks of the recipe in a real shell. The script ends early: `provider`.
 */
export function smallRunner(measures: Measures): RunCase {
  return async (test) => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    await fillWorkspace(test, root);
    const recipe = changedRecipe(measures, test.change);
    const turns = "turns" in test.model ? test.model.turns : [];
    const calls: ObservedCall[] = [];
    let output: JsonValue | undefined;
    let text = "";
    let done = 0;
    let outcome: OutcomeName = "provider";
    for (const turn of turns) {
      done++;
      text = typeof turn["text"] === "string" ? turn["text"] : "";
      const wanted = (turn["calls"] ?? []) as readonly JsonObject[];
      for (const call of wanted) {
        const input = (call["input"] ?? {}) as JsonObject;
        const tool = call["name"] as string;
        const made = await callTool(tool, input, { root, recipe });
        if (tool === "final_output" && !made.failed) output = input;
        calls.push({ tool, input, verdict: "allow", ...made });
      }
      const isEnd = recipe.responseSchema ? output !== undefined : wanted.length === 0 && text !== "";
      if (isEnd) {
        outcome =
          recipe.retry?.checks.every(({ command }) => isPassed(command, root)) === false
            ? "invalid-output"
            : "done";
        break;
      }
    }
    return {
      outcome,
      text,
      ...(output === undefined ? {} : { output }),
      turns: done,
      usage: { input: 10 * done, output: done },
      calls,
      files: await readWorkspace(test, root),
      prompt: "Do it.",
    };
  };
}

interface Place {
  readonly root: string;
  readonly recipe: Measures;
}

async function callTool(
  name: string,
  input: JsonObject,
  { root, recipe }: Place,
): Promise<{ result: string; failed: boolean }> {
  const { path, content } = input;
  if (name === "final_output") {
    const required = (recipe.responseSchema?.["required"] ?? []) as readonly string[];
    const missing = required.filter((key) => !Object.hasOwn(input, key));
    return {
      result: missing.length === 0 ? "Accepted." : `Missing: ${missing.join(", ")}`,
      failed: missing.length > 0,
    };
  }
  if (typeof path !== "string") return { result: "No path.", failed: true };
  const file = join(root, path);
  if (name === "write" && typeof content === "string") {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return { result: "Written.", failed: false };
  }
  const text = await readFile(file, "utf8").catch(() => undefined);
  return { result: text ?? "No such file.", failed: text === undefined };
}

function isPassed(command: string, cwd: string): boolean {
  // Checks that a mutation replaced are many, and need no process.
  const exit = /^exit ([01])$/.exec(command)?.[1];
  if (exit !== undefined) return exit === "0";
  return spawnSync("/bin/sh", ["-c", command], { cwd, timeout: 5000 }).status === 0;
}

import { access } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { createRuntime } from "../src/index.ts";
import { done, filesIn, scriptedProvider, setUp } from "./set-up.ts";

const written = (command: string, end: string) =>
  [
    { type: "text", text: `I will.\n<tool_call>\n{"name": "shell", "input": {"command": "${command}${end}` },
  ] as const;
const whole = '"}}\n</tool_call>';

it("lets a model use tools that can only write: a whole call runs, a broken one is told", async () => {
  await using data = await temporaryFolder();
  await using work = await temporaryFolder();
  const { provider, model } = scriptedProvider([
    written("echo seen > made.txt", whole),
    written("touch cut-off.txt", ""),
    written("touch not-json.txt", '"}\n</tool_call>'),
    done,
  ]);
  await using runtime = createRuntime({
    providers: { scripted: async () => provider },
    dataFolder: data.path,
    facts: async () => ({ m: { toolshim: true } }),
  });
  const { settings } = setUp(data.path, [], work.path);
  const { agent } = await runtime.open(settings);
  expect(await agent.run("Go.").result).toMatchObject({ outcome: "done", text: "Done.", toolCalls: 3 });

  expect(await filesIn(work.path)).toEqual({ "made.txt": "seen\n" });
  await expect(access(join(work.path, "cut-off.txt"))).rejects.toThrow("ENOENT");
  const [first, ...later] = model.requests;
  expect(first!.tools).toEqual([]);
  expect(first!.system).toContain("## shell");
  const last = JSON.stringify(later.at(-1)!.messages);
  expect(last.match(/failed=\\"malformed-input\\"/g)).toHaveLength(2);
});

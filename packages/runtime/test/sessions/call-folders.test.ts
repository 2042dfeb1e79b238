import { existsSync, readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textOf, type ToolCallPart, type ToolMessage } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { done, setUp, shell, use } from "../set-up.ts";

async function foldersAfter(...calls: readonly ToolCallPart[]) {
  const folder = await temporaryFolder();
  const { runtime, settings, model } = setUp(folder.path, [calls, done]);
  await using _ = runtime;
  const { agent } = await runtime.open({ ...settings, session: "s", compaction: false });
  await agent.run("go").result;
  const results = model.requests[1]?.messages.find(
    (message): message is ToolMessage => message.role === "tool",
  );
  const calledIn = join(folder.path, "sessions", "s", "calls");
  return {
    texts: results?.content.map(({ content }) => textOf(content)) ?? [],
    left: existsSync(calledIn) ? (await readdir(calledIn, { recursive: true })).toSorted() : [],
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("the folder of a call", () => {
  it("is gone once the result with all of its output is in the journal", async () => {
    await using after = await foldersAfter(
      ...shell("a", "echo one"),
      ...shell("b", "echo two; exit 3"),
      ...shell("c", "true"),
    );
    expect(after.texts).toEqual(["one", expect.stringContaining("two"), "[no output]"]);
    expect(after.left).toEqual([]);
  });

  it("stays where the result names a file in it", async () => {
    await using after = await foldersAfter(...shell("a", "seq 100000"), ...shell("b", "echo two"));
    expect(after.left).toEqual(["a", "a/output.txt", "a/state"]);
    const path = /"path":"([^"]+)"/.exec(after.texts[0] ?? "")?.[1] ?? "";
    expect(readFileSync(path, "utf8")).toContain("\n77777\n");
  });

  it("stays where a command that was ended names a file in it", async () => {
    const input = { command: "seq 100000; sleep 60", timeout_ms: 500 };
    await using after = await foldersAfter({ type: "tool-call", id: "a", name: "shell", input });
    expect(after.left).toContain("a/output.txt");
  });

  it("of an edit is gone, too", async () => {
    await using work = await temporaryFolder();
    const path = join(work.path, "file.txt");
    await writeFile(path, "one\n");
    await using after = await foldersAfter(...use("edit", { path, old_text: "one", new_text: "two" }));
    expect(readFileSync(path, "utf8")).toBe("two\n");
    expect(after.left).toEqual([]);
  });
});

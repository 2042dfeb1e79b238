import { existsSync, readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { extractText, type ToolCallPart, type ToolMessage } from "@skein/protocol";
import { createRedactor } from "@skein/redaction";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { cleanFolder } from "../../src/secrets/with-clean-folders.ts";
import { done, setUp, shell, use } from "../set-up.ts";

const foldersAfter = async (...calls: readonly ToolCallPart[]) =>
  foldersAfterCalls(await temporaryFolder(), calls);

async function foldersAfterCalls(
  folder: Awaited<ReturnType<typeof temporaryFolder>>,
  calls: readonly ToolCallPart[],
) {
  const { runtime, settings, model } = setUp(folder.path, [calls, done]);
  await using _ = runtime;
  const { agent } = await runtime.open({ ...settings, session: "s", compaction: false });
  await agent.run("go").result;
  const results = model.requests[1]?.messages.find(
    (message): message is ToolMessage => message.role === "tool",
  );
  const calledIn = join(folder.path, "sessions", "s", "calls");
  return {
    texts: results?.content.map(({ content }) => extractText(content)) ?? [],
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

  it("has a clean copy of long output while the command writes, which is what stays", async () => {
    const folder = await temporaryFolder();
    const own = join(folder.path, "sessions", "s", "calls", "a");
    const half = "X4d9sKq2LmZ7Pv0Rt1";
    const command = `seq 60000; printf ghp_${half}; until ls '${own}'/.o* >/dev/null 2>&1; do sleep 0.05; done; echo ${half}; ls -A '${own}'`;
    await using after = await foldersAfterCalls(folder, shell("a", command));
    expect(after.left).toEqual(["a", "a/output.txt", "a/state"]);
    const text = readFileSync(join(own, "output.txt"), "utf8");
    expect(text).toMatch(/\n\.output\.txt\.[\w-]+\.skein-new\noutput\.txt\n/);
    expect(text).toContain("\n60000\n__SECRET_GITHUB_TOKEN_");
    expect(text).not.toContain(half);
  });

  it("of a process that was killed meanwhile is clean after the next start, without that copy", async () => {
    await using folder = await temporaryFolder();
    const secret = "X4d9sKq2LmZ7Pv0Rt1";
    await writeFile(join(folder.path, "output.txt"), `${"line\n".repeat(60_000)}${secret}\n`);
    await writeFile(join(folder.path, ".output.txt.1234.skein-new"), "line\n");
    const secrets = [{ name: "A", value: secret }];
    await cleanFolder(folder.path, createRedactor({ key: new Uint8Array(32), secrets }));
    expect(await readdir(folder.path)).toEqual(["output.txt"]);
    expect(readFileSync(join(folder.path, "output.txt"), "utf8")).toMatch(/__SECRET_A_\w+__\n$/);
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

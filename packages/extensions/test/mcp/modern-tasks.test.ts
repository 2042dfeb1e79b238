import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ElicitationReply, ExtensionState, JsonValue, ToolContext } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { mcp } from "../../src/index.ts";
import { call, says, using } from "./workshop.ts";

const program = fileURLToPath(new URL("../servers/modern-tasks.ts", import.meta.url));

async function library() {
  const folder = await temporaryFolder();
  return {
    open: () => using(mcp({ name: "library", command: process.execPath, args: [program, folder.path] })),
    task: async (id: string) => JSON.parse(await readFile(join(folder.path, `${id}.json`), "utf8")) as object,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function keptState(...written: JsonValue[]) {
  const state: ExtensionState = {
    read: () => written.at(-1),
    write: async (value) => void written.push(value),
  };
  return { written, state };
}

const asking = (reply: ElicitationReply): Pick<ToolContext, "requests"> => ({
  requests: {
    elicit: () => Promise.resolve(reply),
    sample: () => Promise.reject(new Error("no model")),
  },
});

describe("a task of revision 2026-07-28, which its server makes of a call", () => {
  it("is looked at until its result is there, with its status told and its id kept meanwhile", async () => {
    await using shop = await library();
    await using extension = shop.open();
    const { written, state } = keptState();
    const told: string[] = [];
    const progress = (text: string) => void told.push(text);
    expect(await says(extension, "research", {}, { state, progress })).toBe("research is done");
    expect(told).toContain("reading the second book\n");
    expect(written).toEqual([{ tasks: { c: "research-1" } }, { tasks: {} }]);
  });

  it("gets what it needs of the user, and fails in the server's words", async () => {
    await using shop = await library();
    await using extension = shop.open();
    expect(await says(extension, "ask", {}, asking({ shelf: "third" }))).toBe(
      '{"action":"accept","content":{"shelf":"third"}}',
    );
    expect(await call(extension, "fail")).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("The shelf fell."),
    });
  });

  it("is cancelled with its call", async () => {
    await using shop = await library();
    await using extension = shop.open();
    await extension.tools();
    const stopper = new AbortController();
    const under = call(extension, "endless", {}, { signal: stopper.signal });
    await expect.poll(() => shop.task("endless-1").catch(() => undefined)).toBeDefined();
    stopper.abort();
    expect(await under).toMatchObject({ kind: "interrupted" });
    await expect.poll(() => shop.task("endless-1")).toMatchObject({ cancelled: true });
  });

  it("is taken up again after a crash, by another process of the server", async () => {
    await using shop = await library();
    {
      await using first = shop.open();
      const under = call(first, "research");
      await expect.poll(() => shop.task("research-1").catch(() => undefined)).toBeDefined();
      await first.close();
      await under;
    }
    await using second = shop.open();
    await second.tools();
    const { state } = keptState({ tasks: { c: "research-1" } });
    const context: ToolContext = {
      session: "s",
      callId: "c",
      cwd: "/",
      signal: new AbortController().signal,
      progress: () => {},
      callFolder: undefined,
      state,
    };
    expect(await second.recoverTool?.("research", {}, context)).toMatchObject({
      content: [{ type: "text", text: "research is done" }],
    });
    const unknown = { ...context, state: keptState({ tasks: { c: "gone" } }).state };
    expect(await second.recoverTool?.("research", {}, unknown)).toBeUndefined();
  });
});

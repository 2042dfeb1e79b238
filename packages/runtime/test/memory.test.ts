import { join } from "node:path";
import { extractText } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { firstUnlike } from "./first-unlike.ts";
import { done, setUp, use } from "./set-up.ts";

describe("memory", () => {
  it("is in the system prompt of the next session, and does not change that of this one", async () => {
    await using folder = await temporaryFolder();
    const memory = { user: [join(folder.path, "memory")], project: [], projectRoot: folder.path };
    const { runtime, settings, model } = setUp(folder.path, [
      use("remember", { text: "Use pnpm.", category: "build" }),
      use("look_up_memory", { category: "build" }),
      done,
      done,
    ]);
    await using _ = runtime;
    const open = () => runtime.open({ ...settings, builtins: ["developer", "memory"], memory });
    const first = await open();
    await first.agent.run("Remember it").result;
    await first.agent.close();
    const second = await open();
    await second.agent.run("Build").result;
    expect(firstUnlike(model.requests.slice(0, 3))).toBeUndefined();
    expect(model.requests[0]?.system).not.toContain("Use pnpm.");
    expect(JSON.stringify(model.requests[2])).toContain("# build\\n- Use pnpm.");
    expect(model.requests[3]?.system).toContain("- build (1): Use pnpm.");
  });
});

describe("chatrecall", () => {
  it("finds what was said in other sessions of the folder, not in this one", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, model } = setUp(folder.path, [
      [{ type: "text", text: "The heron sleeps in the reeds." }],
      use("search_sessions", { query: "heron reeds" }),
      done,
    ]);
    await using _ = runtime;
    const first = await runtime.open(settings);
    await first.agent.run("Where is it?").result;
    await first.agent.close();
    const { agent } = await runtime.open({ ...settings, builtins: ["chatrecall"] });
    await agent.run("Where were the heron and the reeds?").result;
    const [result] = model.requests.at(-1)?.messages.at(-1)?.content ?? [];
    const text = result && "content" in result ? extractText(result.content) : "";
    expect(text).toContain(`${first.agent.session} ${folder.path} assistant: The heron sleeps`);
    expect(text.split("\n")).toHaveLength(1);
  });
});

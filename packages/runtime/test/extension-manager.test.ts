import { collect, temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { done, setUp, use } from "./set-up.ts";
import { lineServer } from "./line-server.ts";

it("a server that is switched off is enabled by the model, within the rights in force", async () => {
  await using folder = await temporaryFolder();
  const { server, calls } = lineServer([{ name: "lend", inputSchema: { type: "object" } }]);
  const { runtime, settings, model } = setUp(folder.path, [
    use("search_extensions", {}),
    use("manage_extension", { name: "library", action: "enable" }),
    use("library__lend", {}),
    done,
  ]);
  await using _ = runtime;
  const dormant = { name: "library", pinKey: "library", settings: async () => ({ name: "library", server }) };
  const { agent, tools } = await runtime.open({ ...settings, session: "s", dormantServers: [dormant] });
  expect(tools).toContain("manage_extension");
  expect(tools).not.toContain("library__lend");
  expect((await agent.run("Go.").result).outcome).toBe("done");
  expect(calls).toEqual(["lend"]);
  const offered = model.requests.map(({ tools: given }) =>
    given.some(({ name }) => name === "library__lend"),
  );
  expect(offered).toEqual([false, false, true, true]);
  const entries = await collect(runtime.sessions.entries("s"));
  const text = JSON.stringify(entries.filter(({ kind }) => kind === "tool-result"));
  expect(text).toContain("library (off): tools not known yet");

  const narrowed = await runtime.open({ ...settings, tools: ["read"], dormantServers: [dormant] });
  expect(narrowed.tools).toEqual(["read"]);
  const without = await runtime.open({ ...settings });
  expect(without.tools).not.toContain("manage_extension");
  const chatting = await runtime.open({ ...settings, mode: "chat", dormantServers: [dormant] });
  expect(chatting.tools).toEqual([]);
});

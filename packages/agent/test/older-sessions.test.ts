import { createTranscript, memoryJournal, type Entry } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { replaySession } from "../src/replay/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

/** As it was recorded when what changes with each turn was a block of its own behind the request. */
async function older(): Promise<{
  readonly entries: readonly Entry[];
  readonly blob: (hash: string) => Promise<Uint8Array | undefined>;
}> {
  const journal = memoryJournal();
  await using agent = createAgent({
    model: scriptedModel([[call("a", "act")], [text("one")]]),
    extensions: [tool("act", () => "ok")],
    dynamicContext: () => [],
    journal,
    session: "s",
  });
  await agent.run("go").result;
  const entries = (await entriesOf(journal)).map((entry) =>
    entry.kind === "model-request" ? ({ ...entry, turnFacts: "Time: noon" } as Entry) : entry,
  );
  return { entries, blob: (hash) => journal.blob("s", hash) };
}

it("a session recorded before dynamic context can be shown and resumed, but not replayed", async () => {
  const { entries, blob } = await older();
  expect(
    createTranscript(entries)
      .messages()
      .map(({ role }) => role),
  ).toEqual(["user", "assistant", "tool", "assistant"]);

  const replay = await replaySession({ entries, blob });
  expect(replay).toMatchObject({ runs: 0, requests: 0, equal: 0, differences: [], drift: [] });
  expect(replay.unreplayable.map(({ why }) => why)).toEqual([
    "The session was recorded by an older version, whose requests can no longer be rebuilt. You can show, resume and export it, but not replay it.",
  ]);

  const journal = memoryJournal();
  await journal.append("s", 0, entries);
  const model = scriptedModel([[text("two")]]);
  await using agent = createAgent({
    model,
    journal,
    session: "s",
    dynamicContext: () => [{ name: "a", text: "A." }],
  });
  expect((await agent.run("on").result).outcome).toBe("done");
  expect(model.requests[0]?.messages).toHaveLength(5);
  expect(model.requests[0]?.messages.at(-1)).toMatchObject({ role: "user", dynamicContext: ["A."] });
});

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Entry, EntryBody } from "@skein/protocol";
import { sqliteJournal } from "@skein/sessions";
import { collect, temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { exportFormats } from "../../src/index.ts";
import { done, setUp } from "../set-up.ts";

const context = Buffer.from(JSON.stringify({ system: "You are helpful.", tools: [] }));
const usage = { input: 10, output: 2 };
const request = {
  kind: "model-request",
  purpose: "turn",
  provider: "scripted",
  model: "m",
  options: {},
  requestHash: "",
} as const;
const answered = (seq: number, words: string) =>
  [
    { kind: "model-result", request: seq, attempts: 1, provider: "scripted", model: "m", usage },
    {
      kind: "assistant-message",
      request: seq,
      content: [{ type: "text", text: words }],
      stop: "answered",
      rawStop: "stop",
    },
    { kind: "outcome", outcome: "done", turns: 1 },
  ] as const;

/** Before there was dynamic context, a request had facts of its own that were no part of the conversation. */
function olderSession(cwd: string): readonly Entry[] {
  const bodies = [
    { kind: "session-start", id: "old", cwd, interaction: "chat" },
    {
      kind: "settings",
      provider: "scripted",
      model: "m",
      mode: "auto",
      extensions: [],
      limits: { maxTurns: 9, maxRepetitions: 9 },
      options: {},
    },
    { kind: "context", hash: createHash("sha256").update(context).digest("hex"), reason: "start" },
    { kind: "run-start", input: [{ type: "text", text: "An old question." }] },
    { kind: "user-message", from: "user", content: [{ type: "text", text: "An old question." }] },
    { ...request, turnFacts: "It is 12:00." },
    ...answered(6, "An old answer."),
  ] as readonly EntryBody[];
  return bodies.map((body, at) => ({ v: 1, seq: at + 1, at: at * 1000, run: at < 3 ? null : "r", ...body }));
}

it("a session of before there was dynamic context is shown, exported in every form and resumed, and not replayed", async () => {
  await using folder = await temporaryFolder();
  {
    const journal = sqliteJournal(join(folder.path, "sessions"));
    await journal.append("old", 0, olderSession(folder.path).slice(0, 1));
    await journal.putBlob("old", context);
    await journal.append("old", 1, olderSession(folder.path).slice(1));
    await journal.close();
  }
  const { runtime, settings, model } = setUp(folder.path, [done]);
  await using _ = runtime;
  const { sessions } = runtime;
  expect((await sessions.context("old")).messages).toMatchObject([{ role: "user" }, { role: "assistant" }]);
  for (const format of exportFormats) {
    const { pieces } = await sessions.export("old", { format });
    expect((await collect(pieces)).join("")).toContain("An old answer.");
  }
  const { equal, unreplayable } = await sessions.replay({ session: "old" });
  expect({ equal, unreplayable }).toEqual({
    equal: 0,
    unreplayable: [
      {
        seq: 6,
        why: "The session was recorded by an older version, whose requests can no longer be rebuilt. You can show, resume and export it, but not replay it.",
      },
    ],
  });
  const { agent } = await runtime.open({ ...settings, session: "old" });
  expect((await agent.run("And now?").result).outcome).toBe("done");
  expect(JSON.stringify(model.requests[0]?.messages)).toContain("An old answer.");
  const entries = await collect(sessions.entries("old"));
  expect(entries.filter(({ kind }) => kind === "dynamic-context")).toHaveLength(1);
});

import { join } from "node:path";
import type { Entry, EntryBody } from "../../../packages/protocol/src/index.ts";
import { sqliteJournal } from "../../../packages/sessions/src/index.ts";
import { directories } from "../../../packages/settings/src/index.ts";

/** Writes a session of many messages, half of them the model's, as a server that is not open would have left it. */
export async function writeLongSession(home: string, cwd: string, messages: number): Promise<string> {
  const { data } = directories({ env: { SKEIN_HOME: home } });
  const store = sqliteJournal(join(data, "sessions"));
  const id = "long-session";
  const entries = longSession(id, cwd, messages).map((body, at): Entry => ({
    v: 1,
    seq: at + 1,
    at: 1_700_000_000_000 + at * 1000,
    run: "r",
    ...body,
  }));
  await store.append(id, 0, entries);
  await store.close();
  return id;
}

function longSession(id: string, cwd: string, messages: number): readonly EntryBody[] {
  const head: readonly EntryBody[] = [
    { kind: "session-start", id, cwd, interaction: "chat", name: "A long session" },
    {
      kind: "settings",
      provider: "anthropic",
      model: "claude-sonnet-4-5",
      mode: "smart_approve",
      extensions: ["developer"],
      limits: { maxTurns: 1000, maxRepetitions: 50 },
      options: {},
    },
  ];
  const rounds = Array.from({ length: messages / 2 }, (_, round) => roundOf(round, head.length + round * 6));
  return [...head, ...rounds.flat()];
}

/** @param before - entries before it. */
function roundOf(round: number, before: number): readonly EntryBody[] {
  const model = { provider: "anthropic", model: "claude-sonnet-4-5" };
  const request = before + 3;
  const question = [
    { type: "text", text: `Question ${round + 1}: what does part ${round + 1} do?` },
  ] as const;
  const answer = `Part ${round + 1} adds **item ${round + 1}** to the cart.\n\n- It checks the price.\n- It stores \`items[${round}]\`.`;
  return [
    { kind: "run-start", input: question },
    { kind: "user-message", from: "user", content: question },
    { kind: "model-request", purpose: "turn", ...model, options: {}, requestHash: `${round}` },
    {
      kind: "model-result",
      request,
      attempts: 1,
      ...model,
      usage: { input: 100, output: 40 },
      costUsd: 0.001,
    },
    { kind: "assistant-message", request, content: [{ type: "text", text: answer }], stop: "answered" },
    { kind: "outcome", outcome: "done", turns: 1 },
  ];
}

import { temporaryFolder } from "@skein/test-kit";
import type { AgentEvent } from "@skein/protocol";
import { hostWith, shell, text } from "@skein/test-host";
import { expect, it } from "vitest";
import { eventsOfEntries } from "../../src/background/events-of-entries.ts";
import { readLog } from "../../src/background/read-log.ts";
import { readRun } from "@skein/host/sessions";

const untold = new Set([
  "tool-progress",
  "jobs",
  "extension-status",
  "budget",
  "model-usage",
  "name",
  "settings",
  "notice",
]);

/** Texts in one piece, without what differs by the clock. */
function toldIn(events: readonly AgentEvent[]): readonly object[] {
  return events
    .filter(({ type }) => !untold.has(type) && !type.endsWith("-delta"))
    .map((event) => ({ ...event, seq: 0, ...("durationMs" in event ? { durationMs: 0 } : {}) }));
}

it("tells a run from its journal as its events told it, and how it ended", async () => {
  await using folder = await temporaryFolder();
  const { host } = await hostWith(folder.path, [[text("I look."), shell("one", "echo hi")], [text("Done.")]]);
  await using _ = host;
  const session = await host.open({ cwd: folder.path, overrides: { mode: "auto" }, attended: false });
  const live: AgentEvent[] = [];
  const { result } = await readRun(session, "go", new AbortController().signal, (event) => live.push(event));
  const log: AgentEvent[] = [];
  const begun: unknown[] = [];
  const ended = await readLog({
    sessions: host.sessions,
    session: session.id,
    standing: async () => ({ isOn: false }),
    follows: true,
    left: new AbortController().signal,
    begin: (info) => begun.push(info),
    tell: (event) => log.push(event),
  });
  expect(toldIn(log)).toEqual(toldIn(live));
  expect(log.flatMap((event) => (event.type === "text-delta" ? event.delta : []))).toEqual([
    "I look.",
    "Done.",
  ]);
  expect(begun).toEqual([expect.objectContaining({ session: session.id, cwd: folder.path, mode: "auto" })]);
  expect(result).toMatchObject({ ...ended, durationMs: expect.any(Number) as number });
});

it("tells of changed settings, the effort too", async () => {
  await using folder = await temporaryFolder();
  const { host } = await hostWith(folder.path, [[text("One.")], [text("Two.")]]);
  await using _ = host;
  const session = await host.open({ cwd: folder.path, overrides: { mode: "auto" }, attended: false });
  const left = new AbortController().signal;
  await readRun(session, "go", left, () => undefined);
  await session.setEffort("high");
  await readRun(session, "go on", left, () => undefined);
  const entries = await Array.fromAsync(host.sessions.entries(session.id));
  const eventsOf = eventsOfEntries(session.id);
  const settings = entries.flatMap(eventsOf).filter(({ type }) => type === "settings");
  expect(settings.at(-1)).toMatchObject({ mode: "auto", effort: "high" });
  expect(settings[0]).not.toHaveProperty("effort");
});

import { temporaryFolder } from "@skein/test-kit";
import type { Entry } from "@skein/protocol";
import { hostWith, text } from "@skein/test-host";
import { expect, it } from "vitest";
import type { Host } from "@skein/host";
import { runQueued } from "../../src/queue/run-queued.ts";

const workFolder = (): never => {
  throw new Error("No run names a commit.");
};

it("hands the task over again when a worker died before the model had it", async () => {
  await using folder = await temporaryFolder();
  const { host } = await hostWith(folder.path, [[text("Done.")]]);
  await using _ = host;
  const begun = { kind: "run-start", seq: 1, at: 0, v: 1, run: "r", input: [] } as unknown as Entry;
  let looks = 0;
  const sessions: Host["sessions"] = {
    ...host.sessions,
    claim: claimed,
    entries: (id, from) => (looks++ === 0 ? entriesOf(begun) : host.sessions.entries(id, from)),
  };
  const claim = { run: "r", attempt: 2, proof: "" };
  const taken = { session: "s", task: "go", cwd: folder.path, after: 0, attempt: 2, claim };
  const { signal } = new AbortController();
  const open: Host["open"] = (wishes) => host.open(wishes);
  const limits = { budgetOf: () => ({ isShared: true, limits: () => [], hold: () => undefined }) };
  const parts = { host: { open, sessions }, limits, workFolder, onNotice: () => undefined };
  expect(await runQueued(parts, { ...taken, signal })).toMatchObject({ outcome: "done" });
  const said: string[] = [];
  for await (const entry of host.sessions.entries("s")) said.push(entry.kind);
  expect(said).toContain("user-message");
});

it("is tried again when its end did not get into the journal", async () => {
  await using folder = await temporaryFolder();
  const { host } = await hostWith(folder.path, [[text("Done.")]]);
  await using _ = host;
  const sessions: Host["sessions"] = { ...host.sessions, claim: claimed, entries: () => entriesOf() };
  const parts = {
    host: { open: (wishes: Parameters<Host["open"]>[0]) => host.open(wishes), sessions },
    limits: { budgetOf: () => ({ isShared: true, limits: () => [], hold: () => undefined }) },
    workFolder,
    onNotice: () => undefined,
  };
  const { signal } = new AbortController();
  const claim = { run: "r", attempt: 1, proof: "" };
  const taken = { session: "s", task: "go", cwd: folder.path, after: 0, attempt: 1, claim, signal };
  expect(await runQueued(parts, taken)).toMatchObject({
    outcome: "storage",
    error: { message: "The end of the run could not be written." },
  });
});

it.each([
  ["done", true],
  ["limit", true],
  ["budget", true],
  ["needs-input", true],
  ["cancelled", false],
  ["provider", false],
  ["storage", false],
] as const)("does a run again whose session says %s only if that is no end", async (outcome, isEnd) => {
  await using folder = await temporaryFolder();
  const { host } = await hostWith(folder.path, [[text("Again.")]]);
  await using _ = host;
  const end = { kind: "outcome", seq: 2, at: 0, v: 1, run: "r", outcome, turns: 1, costUsd: 0.5 };
  let reads = 0;
  let opened = 0;
  const sessions: Host["sessions"] = {
    ...host.sessions,
    claim: claimed,
    entries: (id, from) =>
      reads++ === 0 ? entriesOf(end as unknown as Entry) : host.sessions.entries(id, from),
  };
  const open: Host["open"] = (wishes) => {
    opened++;
    return host.open(wishes);
  };
  const limits = { budgetOf: () => ({ isShared: true, limits: () => [], hold: () => undefined }) };
  const parts = { host: { open, sessions }, limits, workFolder, onNotice: () => undefined };
  const claim = { run: "r", attempt: 2, proof: "" };
  const taken = { session: "s", task: "go", cwd: folder.path, after: 0, attempt: 2, claim };
  const { signal } = new AbortController();
  expect(await runQueued(parts, { ...taken, signal })).toMatchObject({ outcome: isEnd ? outcome : "done" });
  expect(opened).toBe(isEnd ? 0 : 1);
});

const claimed: Host["sessions"]["claim"] = async () => ({ after: 0, [Symbol.dispose]: () => undefined });

async function* entriesOf(...entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

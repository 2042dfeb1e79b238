import { setImmediate } from "node:timers/promises";
import type { GateRequest } from "@skein/protocol";
import { expect, it } from "vitest";
import { beforeCalls } from "../../src/checkpoints/before-calls.ts";

/** Captures that wait until they are told to end, and are counted. */
function counted(fails: (named: readonly string[]) => boolean = () => false) {
  const ends: (() => void)[] = [];
  const named: (readonly string[])[] = [];
  return {
    named,
    endAll: () => ends.splice(0).forEach((end) => end()),
    snapshots: async () => ({
      async capture(_root: string, options: { readonly named?: readonly string[] } = {}) {
        named.push(options.named ?? []);
        if (fails(options.named ?? [])) throw new Error("It cannot be kept.");
        const id = `snapshot ${named.length}`;
        await new Promise<void>((resolve) => ends.push(resolve));
        return { id, scope: "tree" as const, named: [], leftOut: [], unseen: [] };
      },
    }),
  };
}

const shell = (callId: string, command: string): GateRequest => ({
  callId,
  tool: "shell",
  extension: "developer",
  effect: "runs",
  input: { command },
  cwd: "/project",
});

const { signal } = new AbortController();

it("calls that start together share one checkpoint, with what all of them name", async () => {
  const { snapshots, named, endAll } = counted();
  const checkpoints = beforeCalls(snapshots as never, { cwd: "/project" });
  const together = ["a", "b", "c", "a"].map((name, at) =>
    checkpoints.before(shell(`c${at}`, `make ${name}`), signal),
  );
  while (named.length === 0) await setImmediate();
  await setImmediate();
  endAll();
  const found = await Promise.all(together);
  expect(found.map((one) => one?.snapshot)).toEqual(Array(4).fill("snapshot 1"));
  expect(named).toEqual([expect.arrayContaining(["/project/a", "/project/b", "/project/c"])]);
});

it("a call that comes when a checkpoint is being taken has one of its own", async () => {
  const { snapshots, named, endAll } = counted();
  const checkpoints = beforeCalls(snapshots as never, { cwd: "/project" });
  const first = checkpoints.before(shell("a", "make"), signal);
  while (named.length < 1) await setImmediate();
  const later = checkpoints.before(shell("b", "make"), signal);
  while (named.length < 2) await setImmediate();
  endAll();
  expect([(await first)?.snapshot, (await later)?.snapshot]).toEqual(["snapshot 1", "snapshot 2"]);
});

it("a checkpoint that cannot be taken for all is taken for each", async () => {
  const { snapshots, named, endAll } = counted((paths) => paths.includes("/tmp/bad.txt"));
  const checkpoints = beforeCalls(snapshots as never, { cwd: "/project" });
  const writes = (callId: string, path: string): GateRequest => ({
    ...shell(callId, ""),
    tool: "write",
    effect: "writes",
    resources: [`file:${path}`],
  });
  const good = checkpoints.before(writes("a", "/tmp/good.txt"), signal);
  const bad = checkpoints.before(writes("b", "/tmp/bad.txt"), signal);
  bad.catch(() => undefined);
  while (!named.some((paths) => paths.join() === "/tmp/good.txt")) await setImmediate();
  endAll();
  expect((await good)?.snapshot).toBeDefined();
  await expect(bad).rejects.toThrow("It cannot be kept.");
});

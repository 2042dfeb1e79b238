import { ConfigError, SkeinError, type AgentEvent, type RunResult } from "@skein/protocol";
import { hostWith, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { LiveSession, SessionNews } from "../src/index.ts";
import { readRun } from "../src/sessions.ts";

const event = (type: AgentEvent["type"], more: object = {}): AgentEvent =>
  ({ session: "s", path: [], type, ...more }) as unknown as AgentEvent;
const begun = (run: string) => event("run-start", { run, input: [] });
const outcome = (note: string, path: readonly string[] = []) =>
  event("outcome", { outcome: "done", turns: 1, note, path });
const result = (said: string): RunResult => ({
  session: "s",
  outcome: "done",
  text: said,
  turns: 1,
  toolCalls: 0,
  usage: {},
  durationMs: 0,
});

interface Elsewhere {
  /** Told one after the other; then `error`, if there is one, or nothing more. */
  readonly events: readonly SessionNews[];
  readonly error?: Error;
  readonly run?: string;
  readonly isQueued?: boolean;
  readonly owner?: { readonly pid: number };
  readonly send?: LiveSession["send"];
  readonly result?: Promise<RunResult>;
}

/** A session of another process, or one of this that tells these events. */
function sessionOf(parts: Elsewhere) {
  const { events, error, run = "r1", isQueued = false, owner } = parts;
  const told: AgentEvent[] = [];
  const session = {
    id: "s",
    owner,
    async *events(_from: number, signal: AbortSignal) {
      for (const one of events) {
        await Promise.resolve();
        yield one;
      }
      if (error) throw error;
      if (!signal.aborted)
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    },
    send:
      parts.send ?? (async () => ({ run, isQueued, result: parts.result ?? Promise.resolve(result("yes")) })),
  } as unknown as LiveSession;
  const read = (left = new AbortController().signal) =>
    readRun(session, "go", left, (one) => void told.push(one));
  return { read, notes: () => told.flatMap((one) => ("note" in one ? [one.note] : [])), told };
}

describe("a run that is read to its end", () => {
  it("tells its events, of this process", async () => {
    await using folder = await temporaryFolder();
    const { host } = await hostWith(folder.path, [[text("Hello.")]]);
    await using _ = host;
    const session = await host.open({ cwd: folder.path, attended: false });
    const types: string[] = [];
    const ended = await readRun(
      session,
      "hi",
      new AbortController().signal,
      ({ type }) => void types.push(type),
    );
    expect(ended.result).toMatchObject({ outcome: "done", text: "Hello." });
    expect(types).toContain("run-start");
    expect(types.at(-1)).toBe("outcome");
  });

  it("ends with the outcome of its own run, of neither a subagent nor the run before", async () => {
    const entry = { type: "entry", entry: { seq: 1 } } as never;
    const at = sessionOf({
      events: [
        outcome("before"),
        entry,
        begun("r0"),
        outcome("other"),
        begun("r1"),
        outcome("subagent", ["c1"]),
        outcome("own"),
        outcome("later"),
      ],
      owner: { pid: 7 },
      // It ends after all that is told of it.
      result: new Promise((resolve) => setImmediate(() => resolve(result("yes")))),
    });
    expect(await at.read()).toEqual({ run: "r1", result: result("yes") });
    expect(at.notes()).toEqual(["before", "other", "subagent", "own"]);
    expect(at.told.map(({ type }) => type)).not.toContain("entry");
  });

  it("ends with the outcome of the run that its message has joined", async () => {
    const events = [outcome("joined"), outcome("later")];
    const queued = sessionOf({ events, isQueued: true, owner: { pid: 7 } });
    await queued.read();
    expect(queued.notes()).toEqual(["joined"]);
    const own = sessionOf({ events });
    await own.read();
    expect(own.notes()).toEqual(["joined"]);
  });

  it("ends with the result where the run could not begin", async () => {
    const at = sessionOf({ events: [outcome("only")], owner: { pid: 7 } });
    expect(await at.read()).toMatchObject({ result: { text: "yes" } });
  });

  it("is not begun for who has left, and goes on elsewhere without who leaves", async () => {
    const gone = { outcome: "cancelled", error: { code: "detached" } };
    const never = sessionOf({
      events: [],
      owner: { pid: 7 },
      send: () => Promise.reject(new Error("was sent")),
    });
    expect(await never.read(AbortSignal.abort("Enough."))).toMatchObject({ run: "", result: gone });
    const left = new AbortController();
    const at = sessionOf({ events: [begun("r1")], owner: { pid: 7 } });
    const reading = at.read(left.signal);
    setImmediate(() => left.abort("Enough."));
    expect(await reading).toMatchObject({
      run: "",
      result: { session: "s", ...gone, error: { message: "Enough. Process 7 continues the run." } },
    });
  });

  it("rejects when no agent could be opened", async () => {
    const error = new ConfigError("usage", "Which model?");
    await expect(sessionOf({ events: [], send: () => Promise.reject(error) }).read()).rejects.toBe(error);
  });

  it("is lost with the process that has it, and its result says so", async () => {
    const error = new SkeinError("gone", "Process 7 is gone.");
    const lost = { events: [begun("r1")], error, owner: { pid: 7 } };
    expect(await sessionOf(lost).read()).toEqual({ run: "r1", result: result("yes") });
    expect(await sessionOf({ ...lost, result: Promise.reject(error) }).read()).toMatchObject({
      run: "",
      result: { session: "s", error: { code: "gone", message: "Process 7 is gone." } },
    });
  });

  it.each([new TypeError("a defect"), new SkeinError("too-slow", "Read faster.")])(
    "rejects with what else goes wrong: %s",
    async (thrown) => {
      await expect(sessionOf({ events: [begun("r1")], error: thrown }).read()).rejects.toBe(thrown);
      const failing = { events: [begun("r1"), outcome("own")], result: Promise.reject(thrown) };
      await expect(sessionOf(failing).read()).rejects.toBe(thrown);
    },
  );
});

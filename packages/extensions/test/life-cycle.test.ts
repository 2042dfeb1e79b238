import { describe, expect, it } from "vitest";
import { mountExtensions, type StatusEvent } from "../src/index.ts";
import { context, never, standIn, tool } from "./stand-ins.ts";

const failing = () => standIn("broken", [], { start: () => Promise.reject(new Error("no such program")) });

describe("starting extensions", () => {
  it("starts all at once and takes bare tools too", async () => {
    const gate = Promise.withResolvers<void>();
    const waiting = standIn("waiting", [tool("w")], { start: () => gate.promise });
    const opening = standIn("opening", [tool("o")], { start: async () => gate.resolve() });
    const mounted = await mountExtensions([waiting, opening, tool("bare")]);
    expect(mounted.tools).toEqual(["bare", "o", "w"]);
    expect(await mounted.extensions[2]?.callTool("bare", {}, context)).toMatchObject({
      content: [{ text: "bare" }],
    });
  });

  it("goes on without an optional one that fails, and reports it", async () => {
    const events: StatusEvent[] = [];
    const mounted = await mountExtensions([failing(), tool("x")], {
      onStatus: (event) => events.push(event),
    });
    expect(mounted.tools).toEqual(["x"]);
    expect(await mounted.extensions[0]?.tools()).toEqual([]);
    expect(events.filter(({ extension }) => extension === "broken").map(({ status }) => status)).toEqual([
      { state: "starting" },
      { state: "degraded", message: 'The extension "broken" could not start: no such program' },
    ]);
  });

  it("fails with a required one that fails, and closes the others", async () => {
    let closed = false;
    const other = standIn("other", [], { close: async () => void (closed = true) });
    await expect(mountExtensions([other, { extension: failing(), required: true }])).rejects.toMatchObject({
      name: "ExtensionError",
      code: "start-failed",
      message: expect.stringContaining("broken") as string,
    });
    expect(closed).toBe(true);
  });

  it("does not wait for a slow optional one, and takes its tools when they come", async () => {
    const gate = Promise.withResolvers<void>();
    const slow = standIn("slow", [tool("late")], { start: () => gate.promise });
    const mounted = await mountExtensions([slow, standIn("fast", [tool("early")])], { patienceMs: 10 });
    expect(mounted.tools).toEqual(["early"]);
    const changed = new Promise<void>((resolve) => mounted.extensions[0]?.onChange?.(resolve));
    gate.resolve();
    await changed;
    expect(mounted.tools).toEqual(["early", "late"]);
  });

  it("ends the wait for a required one at the time limit, and tells it so", async () => {
    let told: unknown;
    const hanging = standIn("hanging", [], {
      start: (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => {
            told = signal.reason;
            reject(new Error("stopped"));
          });
        }),
    });
    await expect(
      mountExtensions([{ extension: hanging, required: true }], { startTimeoutMs: 20 }),
    ).rejects.toThrow(/did not start within 0.02 s/);
    expect(told).toBeInstanceOf(Error);
  });

  it("stops when the signal is aborted", async () => {
    const stop = new AbortController();
    const mounting = mountExtensions([standIn("hanging", [], { start: never })], { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(mounting).rejects.toThrow("enough");
  });

  it("refuses two extensions of one name", async () => {
    await expect(mountExtensions([standIn("a", []), standIn("a", [])])).rejects.toMatchObject({
      code: "name-taken",
    });
  });
});

describe("mounted extensions", () => {
  it("follow changes, and a tool keeps the name it was given", async () => {
    const server = standIn("server", [tool("x")]);
    const mounted = await mountExtensions([standIn("first", [tool("x", "first")]), server]);
    expect(mounted.tools).toEqual(["server__x", "x"]);
    const changed = new Promise<void>((resolve) => mounted.extensions[1]?.onChange?.(resolve));
    server.change([tool("y"), tool("x", "new")]);
    await changed;
    expect(mounted.tools).toEqual(["server__x", "x", "y"]);
    expect(await mounted.extensions[1]?.callTool("server__x", {}, context)).toMatchObject({
      content: [{ text: "new" }],
    });
  });

  it("close once, all of them, also when one fails and one hangs", async () => {
    const closes: string[] = [];
    const closing = (name: string, result: () => Promise<void>) =>
      standIn(name, [], {
        close: () => {
          closes.push(name);
          return result();
        },
      });
    const events: StatusEvent[] = [];
    const mounted = await mountExtensions(
      [
        closing("a", () => Promise.reject(new Error("stuck"))),
        closing("b", never),
        closing("c", () => Promise.resolve()),
      ],
      { closeTimeoutMs: 20, onStatus: (event) => events.push(event) },
    );
    events.length = 0;
    await Promise.all([mounted.close(), mounted.close()]);
    expect(closes).toEqual(["a", "b", "c"]);
    expect(Object.fromEntries(events.map(({ extension, status }) => [extension, status.state]))).toEqual({
      a: "degraded",
      b: "degraded",
      c: "stopped",
    });
  });

  it("close at the end of their scope", async () => {
    let closed = false;
    {
      await using _ = await mountExtensions([standIn("a", [], { close: async () => void (closed = true) })]);
    }
    expect(closed).toBe(true);
  });
});

import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ModelEvent } from "@skein/protocol";
import { collect } from "@skein/test-kit";
import { prepareModel, withWatchdog } from "../src/index.ts";
import type { LiveModel } from "../src/index.ts";
import { end, modelOf, request, saying, start, text } from "./models.ts";

const run = promisify(execFile);
const never = new AbortController().signal;

function liveModel(stream: LiveModel["stream"]): LiveModel {
  return { provider: "vendor", id: "m", limits: {}, stream };
}

/** Prints the timers that a watchdog left behind, which would keep the process. */
const leavesEarly = `
  import { withWatchdog } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
  const stream = async function* () { yield { type: "message-start", modelId: "m" }; };
  const model = withWatchdog({ provider: "p", id: "m", limits: {}, stream }, { firstByteMs: 60_000, idleMs: 60_000 });
  for await (const _ of model.stream({}, new AbortController().signal)) break;
  console.log(process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length);
  process.exit();
`;

describe("a watched model", () => {
  it("is told to stop when it does not begin, and the reader learns that it stalled", async () => {
    let aborted: unknown;
    const silent = liveModel(async function* (_, signal) {
      signal.addEventListener("abort", () => (aborted = signal.reason));
      await wait(60_000, undefined, { signal });
      yield start;
    });
    const stalled = { code: "stalled", retryable: true, message: "m did not answer for 0 s." };
    const events = collect(withWatchdog(silent, { firstByteMs: 20, idleMs: 60_000 }).stream(request, never));
    await expect(events).rejects.toMatchObject(stalled);
    expect(aborted).toMatchObject(stalled);
  });

  it.each([
    [true, 60_000],
    [false, 400],
  ])(
    "is not given up while bytes wait that a blocked process could not read (begun: %s)",
    async (hasBegun, firstByteMs) => {
      const server = createServer((socket) => void socket.write("bytes")).listen(0, "127.0.0.1");
      onTestFinished(() => void server.close());
      await once(server, "listening");
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      await once(socket, "connect");
      const blocked = liveModel(async function* (_, __, alive) {
        if (hasBegun) alive?.();
        setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800));
        await once(socket, "data");
        alive?.();
        socket.destroy();
        yield start;
        yield end;
      });
      const model = withWatchdog(blocked, { firstByteMs, idleMs: 400 });
      expect(await collect(model.stream(request, never))).toHaveLength(2);
    },
  );

  it("that is slow to begin is told once, and not cut before its time", async () => {
    const slow = liveModel(async function* () {
      await wait(120);
      yield start;
      await wait(60);
      yield end;
    });
    const notices: string[] = [];
    const limits = { firstByteMs: 60_000, idleMs: 60_000, tellAfterMs: 30 };
    const model = withWatchdog(slow, limits, (said) => void notices.push(said));
    expect((await collect(model.stream(request, never))).map(({ type }) => type)).toEqual([
      "message-start",
      "message-end",
    ]);
    expect(notices).toEqual([
      "m has not answered for 0 s; its server may be loading the model. It times out after 60 s.",
    ]);
  });

  it("stalls in the middle, even when the model does not listen", async () => {
    const deaf = liveModel(async function* () {
      yield start;
      await new Promise(() => undefined);
    });
    const seen: ModelEvent[] = [];
    const reading = (async () => {
      for await (const event of withWatchdog(deaf, { idleMs: 20 }).stream(request, never)) seen.push(event);
    })();
    await expect(reading).rejects.toMatchObject({ code: "stalled", message: /stopped in the middle/ });
    expect(seen).toEqual([start]);
  });

  it("counts bytes that make no event as life", async () => {
    const thinking = liveModel(async function* (_, signal, alive) {
      for (let ping = 0; ping < 8; ping++) {
        await wait(200, undefined, { signal });
        alive?.();
      }
      yield start;
      yield end;
    });
    const events = await collect(
      withWatchdog(thinking, { firstByteMs: 1_200, idleMs: 1_200 }).stream(request, never),
    );
    expect(events).toEqual([start, end]);
  });

  it("does not count the time its reader takes", async () => {
    const model = withWatchdog(modelOf(saying(start, ...text(0, "x"), end)), {
      firstByteMs: 400,
      idleMs: 400,
    });
    let count = 0;
    for await (const _ of model.stream(request, never)) {
      count++;
      if (count < 3) await wait(500);
    }
    expect(count).toBe(5);
  });

  it("ends at once with the signal's reason when it is aborted", async () => {
    const controller = new AbortController();
    const deaf = liveModel(async function* () {
      await new Promise(() => undefined);
      yield start;
    });
    const events = collect(withWatchdog(deaf).stream(request, controller.signal));
    controller.abort("enough");
    await expect(events).rejects.toBe("enough");
  });

  it("closes the model's stream and leaves no timer when its reader leaves", async () => {
    let closed = false;
    const model = modelOf(async function* (_, signal) {
      try {
        yield start;
        yield end;
      } finally {
        closed = signal.aborted;
      }
    });
    for await (const _ of withWatchdog(model).stream(request, never)) break;
    expect(closed).toBe(true);
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", leavesEarly]);
    expect(stdout).toBe("0\n");
  });

  it("asks nothing when it was aborted before", async () => {
    const model = modelOf(saying(start, end));
    await expect(collect(withWatchdog(model).stream(request, AbortSignal.abort("early")))).rejects.toBe(
      "early",
    );
    expect(model.asked()).toBe(0);
  });

  it.each([
    [[], { firstByteMs: 90, idleMs: 60_000 }, "m did not answer for 0.1 s."],
    [
      [start],
      { firstByteMs: 60_000, idleMs: 90 },
      "m stopped in the middle of its reply: nothing for 0.1 s.",
    ],
  ])("says which silence it was: after %j", async (events, limits, message) => {
    const silent = liveModel(async function* () {
      yield* events;
      await new Promise(() => undefined);
    });
    const stalled = { code: "stalled", provider: "vendor", retryable: true, message };
    await expect(collect(withWatchdog(silent, limits).stream(request, never))).rejects.toMatchObject(stalled);
  });

  it("passes on what its model throws, and leaves no listener", async () => {
    const error = new TypeError("x is not a function");
    let listeners = 0;
    const controller = new AbortController();
    const model = liveModel(async function* () {
      yield start;
      throw error;
    });
    const { signal } = controller;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
    await expect(collect(withWatchdog(model).stream(request, signal))).rejects.toBe(error);
    expect(listeners).toBe(0);
  });

  it("passes 200,000 events on", async () => {
    const delta: ModelEvent = { type: "text-delta", part: 0, delta: "x" };
    const model = withWatchdog(
      modelOf(async function* () {
        for (let count = 0; count < 200_000; count++) yield delta;
      }),
    );
    let count = 0;
    for await (const _ of model.stream(request, never)) count++;
    expect(count).toBe(200_000);
  });
});

describe("a prepared model", () => {
  it("repeats an attempt that stalled", async () => {
    const stuck = async function* (): AsyncGenerator<ModelEvent> {
      yield start;
      await new Promise(() => undefined);
    };
    const sleep = (): Promise<void> => Promise.resolve();
    const model = prepareModel(modelOf(stuck, saying(start, end)), {
      watchdog: { idleMs: 400 },
      retry: { clock: { sleep } },
    });
    const types = (await collect(model.stream(request, never))).map(({ type }) => type);
    expect(types).toEqual(["message-start", "retry-wait", "reply-restarted", "message-start", "message-end"]);
  });
});

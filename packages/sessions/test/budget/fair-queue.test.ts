import { setTimeout as delay } from "node:timers/promises";
import { never } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createFairQueue } from "../../src/budget/index.ts";

const neverPolls = () => undefined;

/** An attempt that succeeds once it is open, and counts how often it was made. */
function createGate(result: string) {
  const gate = { isOpen: false, attempts: 0 };
  return {
    gate,
    attempt: () => {
      gate.attempts++;
      return gate.isOpen ? result : undefined;
    },
  };
}

/** Lets every attempt that is due now run. */
const settle = () => delay(5);

describe("a fair queue", () => {
  it("serves the first attempt that has a result at once, falsy results too", async () => {
    const queue = createFairQueue(neverPolls);
    const results = [
      queue.serve(() => 0, never),
      queue.serve(() => "", never),
      queue.serve(() => null, never),
    ];
    expect(await Promise.all(results)).toEqual([0, "", null]);
  });

  it("tries again only when something has changed", async () => {
    const queue = createFairQueue(neverPolls);
    const { gate, attempt } = createGate("done");
    const served = queue.serve(attempt, never);
    await settle();
    gate.isOpen = true;
    await settle();
    expect(gate.attempts).toBe(1);
    queue.changed();
    expect(await served).toBe("done");
    expect(gate.attempts).toBe(2);
  });

  it("tries again at once after a change during an attempt", async () => {
    const queue = createFairQueue(neverPolls);
    let attempts = 0;
    const served = queue.serve(async () => {
      attempts++;
      if (attempts === 2) return "done";
      queue.changed();
      await settle();
      return undefined;
    }, never);
    expect(await served).toBe("done");
  });

  it("tries again after each pause when it polls", async () => {
    const queue = createFairQueue(() => 1);
    const { gate, attempt } = createGate("done");
    const served = queue.serve(attempt, never);
    await settle();
    gate.isOpen = true;
    expect(await served).toBe("done");
  });

  it("does not try for a later waiter while an earlier one waits", async () => {
    const queue = createFairQueue(neverPolls);
    const [first, second] = [createGate("first"), createGate("second")];
    second.gate.isOpen = true;
    const served = [queue.serve(first.attempt, never), queue.serve(second.attempt, never)];
    queue.changed();
    await settle();
    expect(second.gate.attempts).toBe(0);
    first.gate.isOpen = true;
    queue.changed();
    expect(await Promise.all(served)).toEqual(["first", "second"]);
  });

  it("serves the next waiter after an attempt that fails", async () => {
    const queue = createFairQueue(neverPolls);
    const failed = queue.serve(() => {
      throw new Error("no price");
    }, never);
    const served = queue.serve(() => "done", never);
    await expect(failed).rejects.toThrow("no price");
    expect(await served).toBe("done");
  });

  describe("with an aborted signal", () => {
    it("makes no attempt", async () => {
      const { gate, attempt } = createGate("done");
      const served = createFairQueue(neverPolls).serve(attempt, AbortSignal.abort(new Error("stop")));
      await expect(served).rejects.toThrow("stop");
      expect(gate.attempts).toBe(0);
    });

    it("rejects the first waiter and serves the next", async () => {
      const queue = createFairQueue(neverPolls);
      const stopper = new AbortController();
      const stopped = queue.serve(createGate("first").attempt, stopper.signal);
      const served = queue.serve(() => "next", never);
      await settle();
      stopper.abort(new Error("stop"));
      await expect(stopped).rejects.toThrow("stop");
      expect(await served).toBe("next");
    });

    it("rejects a later waiter at once, and keeps the order of the others", async () => {
      const queue = createFairQueue(neverPolls);
      const stopper = new AbortController();
      const { gate, attempt } = createGate("first");
      const last = createGate("last");
      last.gate.isOpen = true;
      const first = queue.serve(attempt, never);
      const stopped = queue.serve(() => "stopped", stopper.signal);
      const served = queue.serve(last.attempt, never);
      await settle();
      stopper.abort(new Error("stop"));
      await expect(stopped).rejects.toThrow("stop");
      await settle();
      expect(last.gate.attempts).toBe(0);
      gate.isOpen = true;
      queue.changed();
      expect(await Promise.all([first, served])).toEqual(["first", "last"]);
    });

    it("hands out the result of an attempt that was under way, so that its reservation can be returned", async () => {
      const stopper = new AbortController();
      const served = createFairQueue(neverPolls).serve(async () => {
        stopper.abort(new Error("stop"));
        await settle();
        return "reserved";
      }, stopper.signal);
      expect(await served).toBe("reserved");
    });

    it("stops after a change during its last attempt", async () => {
      const queue = createFairQueue(neverPolls);
      const stopper = new AbortController();
      let attempts = 0;
      const served = queue.serve(() => {
        attempts++;
        queue.changed();
        stopper.abort(new Error("stop"));
        return undefined;
      }, stopper.signal);
      await expect(served).rejects.toThrow("stop");
      expect(attempts).toBe(1);
    });
  });
});

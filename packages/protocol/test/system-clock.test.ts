import { expect, it } from "vitest";
import { systemClock } from "../src/index.ts";

it("sleeps", async () => {
  await expect(systemClock.sleep(1, new AbortController().signal)).resolves.toBeUndefined();
});

it("rejects with the signal's reason, also with one that was aborted before", async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(60_000, stop.signal);
  const reason = new Error("enough");
  stop.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(systemClock.sleep(1, stop.signal)).rejects.toBe(reason);
});

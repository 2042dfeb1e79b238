import { describe, expect, it } from "vitest";
import { newestFirst, type ListedSession } from "../src/index.ts";

const now = Date.parse("2026-01-10T12:00:00Z");
const day = 86_400_000;

const damaged = (session: string, lastAt?: number): ListedSession => ({
  session,
  damaged: "",
  ...(lastAt === undefined ? {} : { lastAt }),
});
const order = (...lines: readonly ListedSession[]) => newestFirst(lines, now).map(({ session }) => session);

describe("the order of sessions", () => {
  it("is that of their last entries, the newest first", () => {
    expect(order(damaged("old", now - day), damaged("none"), damaged("new", now - 1))).toEqual([
      "new",
      "old",
      "none",
    ]);
  });

  it("is not decided by a clock that was ahead once", () => {
    expect(
      order(damaged("ahead", now + 365 * day), damaged("new", now - 1), damaged("old", now - day)),
    ).toEqual(["new", "old", "ahead"]);
  });

  it("tolerates clocks that differ by minutes, as those of several machines", () => {
    expect(order(damaged("old", now - 1), damaged("other", now + 60_000))).toEqual(["other", "old"]);
  });
});

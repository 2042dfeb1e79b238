import { ConfigError } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { input, tempSchedules } from "./temp-store.ts";

describe("the history", () => {
  it("is that of all schedules, or of the named one alone, latest first", () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    const ids = new Map(["one", "two"].map((name) => [name, schedules.add(input({ name })).id]));
    for (const name of ["one", "two", "one"]) {
      schedules.runNow(name);
      clock.set(clock.now() + 60_000);
    }
    const schedulesIn = (query?: { name?: string; limit?: number }) =>
      schedules.history(query).map(({ schedule }) => schedule);
    const [one, two] = [ids.get("one"), ids.get("two")];
    expect(schedulesIn()).toEqual([one, two, one]);
    expect(schedulesIn({ limit: 2 })).toEqual([one, two]);
    expect(schedulesIn({ name: "two" })).toEqual([two]);
    expect(schedulesIn({ name: "one", limit: 1 })).toEqual([one]);
  });

  it("includes removed schedules of the same name", () => {
    using temp = tempSchedules();
    const { schedules, clock } = temp;
    const ids = [1, 2].map(() => {
      const { id } = schedules.add(input({ name: "one" }));
      schedules.runNow("one");
      clock.set(clock.now() + 60_000);
      schedules.remove("one");
      return id;
    });
    expect(schedules.list()).toEqual([]);
    expect(schedules.history({ name: "one" }).map(({ schedule }) => schedule)).toEqual(ids.toReversed());
    expect(schedules.history({ name: ids[0] ?? "" })).toHaveLength(1);
  });

  it("of an unknown schedule is an error", () => {
    using temp = tempSchedules();
    expect(() => temp.schedules.history({ name: "one" })).toThrow(ConfigError);
  });

  it("a second schedule of the same name is refused with the way out", () => {
    using temp = tempSchedules();
    temp.schedules.add(input({ name: "one" }));
    expect(() => temp.schedules.add(input({ name: "one" }))).toThrow(
      expect.objectContaining({
        code: "usage",
        message: expect.stringContaining('"one"'),
        hint: expect.stringContaining("Remove it first"),
      }),
    );
  });
});

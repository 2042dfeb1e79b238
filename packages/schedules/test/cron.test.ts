import { ConfigError, messageOf } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextSlots, slotTimes } from "../src/index.ts";

const iso = (times: readonly number[]) =>
  times.map((time) => new Date(time).toISOString().replace(".000Z", "Z"));
const next = (cron: string, tz: string, from: string, count: number) =>
  iso(nextSlots(cron, tz, Date.parse(from), count));

/** `first`: the clock shows the same an hour later once more. */
function inBerlin(time: number): string {
  const shown = (at: number) =>
    new Date(at).toLocaleTimeString("de", { timeZone: "Europe/Berlin", timeStyle: "short" });
  return shown(time) === shown(time + 3_600_000) ? `${shown(time)} first` : shown(time);
}

describe("a cron line", () => {
  it("has five fields, or six with seconds, or a nickname", () => {
    expect(next("30 6 * * 1-5", "UTC", "2026-01-02T06:30:00Z", 2)).toEqual([
      "2026-01-05T06:30:00Z",
      "2026-01-06T06:30:00Z",
    ]);
    expect(next("15 * * * * *", "UTC", "2026-01-01T00:00:00Z", 2)).toEqual([
      "2026-01-01T00:00:15Z",
      "2026-01-01T00:01:15Z",
    ]);
    const firsts = ["@hourly", "@daily", "@weekly", "@monthly", "@yearly"].map(
      (line) => next(line, "UTC", "2026-01-01T00:00:00Z", 1)[0],
    );
    expect(firsts).toEqual([
      "2026-01-01T01:00:00Z",
      "2026-01-02T00:00:00Z",
      "2026-01-04T00:00:00Z",
      "2026-02-01T00:00:00Z",
      "2027-01-01T00:00:00Z",
    ]);
  });

  it("runs once at a time that does not exist", () => {
    expect(next("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 2)).toEqual([
      "2026-03-29T01:00:00Z", // 03:00, where the gap ends
      "2026-03-30T00:30:00Z",
    ]);
    expect(next("0,30 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 2)).toEqual([
      "2026-03-29T01:00:00Z",
      "2026-03-29T01:30:00Z",
    ]);
  });

  it("runs once at a time that comes twice", () => {
    expect(next("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2)).toEqual([
      "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00Z",
    ]);
    expect(next("30 1 * * *", "America/New_York", "2026-10-31T12:00:00Z", 2)).toEqual([
      "2026-11-01T05:30:00Z",
      "2026-11-02T06:30:00Z",
    ]);
  });

  it("goes on in even steps where every hour counts", () => {
    const times = nextSlots("*/30 * * * *", "Europe/Berlin", Date.parse("2026-10-24T22:00:00Z"), 12);
    expect(new Set(times.slice(1).map((time, at) => time - (times[at] ?? 0)))).toEqual(new Set([1_800_000]));
  });

  it.each([
    ["every minute of an hour that comes twice", "* 2 * * *", 120],
    ["every second minute of it, as fixed times", "*/2 2 * * *", 30],
  ])("runs %s (%s)", (_, cron, count) => {
    const midnight = Date.parse("2026-10-25T00:00:00+02:00");
    const times = nextSlots(cron, "Europe/Berlin", midnight, 200);
    expect(times.filter((time) => time < midnight + 6 * 3_600_000)).toHaveLength(count);
  });

  // In Berlin the clocks go from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October.
  it.each<[string, string, string, readonly string[]]>([
    ["a time that does not exist", "30 2 * * *", "03-29", ["03:00"]],
    ["two that do not", "0,30 2 * * *", "03-29", ["03:00"]],
    ["one that does not beside the end of the gap", "0 2,3 * * *", "03-29", ["03:00"]],
    ["a range across the gap", "30 1-3 * * *", "03-29", ["01:30", "03:00", "03:30"]],
    ["every second hour, into the gap", "0 */2 * * *", "03-29", ["00:00", "03:00", "04:00", "06:00"]],
    ["with seconds", "15 30 2 * * *", "03-29", ["03:00"]],
    ["a day of the week", "30 2 * * SUN", "03-29", ["03:00"]],
    ["a time that comes twice", "30 2 * * *", "10-25", ["02:30 first"]],
    ["two that come twice", "0,30 2 * * *", "10-25", ["02:00 first", "02:30 first"]],
    ["a range across it", "30 1-3 * * *", "10-25", ["01:30", "02:30 first", "03:30"]],
    ["every second hour, into it", "0 */2 * * *", "10-25", ["00:00", "02:00 first", "04:00", "06:00"]],
    ["* for the hour, forward", "0 * * * *", "03-29", ["00:00", "01:00", "03:00", "04:00"]],
    ["* for the hour, back", "0 * * * *", "10-25", ["00:00", "01:00", "02:00 first", "02:00", "03:00"]],
    ["* for the minute", "* 2 * * *", "03-30", ["02:00", "02:01"]],
    ["@hourly, back", "@hourly", "10-25", ["00:00", "01:00", "02:00 first", "02:00"]],
    ["@daily", "@daily", "03-29", ["00:00"]],
  ])("when the clocks change: %s (%s on %s)", (_, cron, day, wanted) => {
    const midnight = Date.parse(
      `2026-${day}T00:00:00${day === "10-25" || day === "03-30" ? "+02:00" : "+01:00"}`,
    );
    const times = nextSlots(cron, "Europe/Berlin", midnight - 1, wanted.length + 1);
    expect(times.slice(0, wanted.length).map(inBerlin)).toEqual(wanted);
    expect(new Set(times).size).toBe(times.length);
    const last = times.at(-1) ?? 0;
    expect(slotTimes(cron, "Europe/Berlin").previous(last, wanted.length)).toEqual(times.slice(0, -1));
  });

  it.each([
    ["61 * * * *", /"61" is no minute/],
    ["* 24 * * *", /"24" is no hour/],
    ["* * 0 * *", /"0" is no day of the month/],
    ["* * * foo *", /"foo" is no month/],
    ["* * * * 8", /"8" is no day of the week/],
    ["60 * * * * *", /"60" is no second/],
    ["*/0 * * * *", /"\*\/0" is no minute/],
    ["1,,2 * * * *", /"1,,2" is no minute/],
    ["* * * *", /has 4 fields/],
    ["* * * * * * 2027", /has 7 fields/],
    ["", /has 0 fields/],
    ["@reboot", /there is no "@reboot"/],
    ["0 0 31 2 *", /never comes/],
  ])("says what is wrong with %j", (cron, message) => {
    const error = thrownBy(() => slotTimes(cron, "UTC"));
    expect(messageOf(error)).toMatch(message);
    expect(ConfigError.is(error) && error.hint).toBeTruthy();
  });

  it("needs a time zone that exists", () => {
    expect(() => slotTimes("@daily", "Mars/Phobos")).toThrow(/no time zone "Mars\/Phobos"/);
  });
});

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
  "America/Sao_Paulo",
];
const someTime = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2030, 0) });

describe("the times of a cron line", () => {
  it("come once a day for a fixed time, in every zone and year", () => {
    const time = fc.record({
      minute: fc.integer({ min: 0, max: 59 }),
      hour: fc.integer({ min: 0, max: 23 }),
    });
    checkProperty(
      fc.property(time, fc.constantFrom(...zones), fc.integer({ min: 2015, max: 2030 }), (at, tz, year) => {
        const days = daysOf(tz, nextSlots(`${at.minute} ${at.hour} * * *`, tz, Date.UTC(year, 0), 366));
        expect(new Set(days).size).toBe(days.length);
      }),
      { numRuns: 25 },
    );
  });

  it("are the same forward and back, in order, and on whole seconds", () => {
    const part = (most: number) => fc.oneof(fc.constant("*"), fc.integer({ min: 0, max: most }).map(String));
    const line = fc.tuple(part(59), part(23)).map(([minute, hour]) => `${minute} ${hour} * * *`);
    checkProperty(
      fc.property(line, fc.constantFrom(...zones), someTime, (cron, tz, from) => {
        const times = slotTimes(cron, tz);
        const forward = times.next(from, 12);
        expect(forward).toEqual(forward.toSorted((one, other) => one - other));
        expect(forward[0]).toBeGreaterThan(from);
        expect(forward.every((time) => time % 1000 === 0)).toBe(true);
        expect(new Set(forward).size).toBe(12);
        expect(times.previous((forward.at(-1) ?? 0) + 1000, 12)).toEqual(forward);
      }),
      { numRuns: 60 },
    );
  });
});

function daysOf(tz: string, times: readonly number[]): readonly string[] {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: tz });
  return times.map((time) => day.format(time));
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

import { ConfigError, messageOf, oneLine } from "@skein/protocol";
import { Cron } from "croner";
import { wallClock } from "./wall-clock.ts";

/** The times of a cron line, in milliseconds since the epoch. */
export interface SlotTimes {
  /** The first `count` after `from`; fewer when there are no more. */
  next(from: number, count: number): readonly number[];
  /** The last `count` before `before`, oldest first. */
  previous(before: number, count: number): readonly number[];
}

const nicknames = ["@hourly", "@daily", "@weekly", "@monthly", "@yearly"] as const;

const fields = [
  { name: "second", allowed: "0-59" },
  { name: "minute", allowed: "0-59" },
  { name: "hour", allowed: "0-23" },
  { name: "day of the month", allowed: "1-31, L for the last one" },
  { name: "month", allowed: "1-12 or JAN-DEC" },
  { name: "day of the week", allowed: "0-7 or SUN-SAT; 0 and 7 are Sunday" },
] as const;

const parsed = new Map<string, SlotTimes>();
const maxParsed = 1000;

/**
 * Parses a cron line. If day of month and day of week are both given, either matches.
 *
 * A time that a clock change skips runs at the end of the gap; one that occurs twice runs the first time. Times of
 * one line that coincide run once. Lines with a `*` for hour or minute continue in even steps instead.
 *
 * Throws `ConfigError` that names the field.
 */
export function slotTimes(cron: string, tz: string): SlotTimes {
  const key = `${tz}\n${cron}`;
  let times = parsed.get(key);
  if (times) return times;
  times = read(cron, tz);
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(key, times);
  return times;
}

/** When a cron line is due: the first `count` times after `from`, in milliseconds since the epoch. */
export function nextSlots(cron: string, tz: string, from: number, count: number): readonly number[] {
  return slotTimes(cron, tz).next(from, count);
}

/** Throws `ConfigError` unless it is an IANA time zone. */
export function checkTimeZone(tz: string): void {
  try {
    Intl.DateTimeFormat("en", { timeZone: tz });
  } catch {
    throw new ConfigError("usage", `tz: there is no time zone ${JSON.stringify(tz)}.`, {
      hint: 'Use an IANA name: "Europe/Berlin", "America/New_York" or "UTC".',
    });
  }
}

function read(cron: string, tz: string): SlotTimes {
  checkTimeZone(tz);
  const line = oneLine(cron);
  checkLine(cron, line);
  const times = new Cron(line.toLowerCase(), { timezone: tz });
  if (!times.nextRun(new Date(0))) {
    throw new ConfigError("usage", `cron: ${JSON.stringify(cron)} never comes.`, {
      hint: "There is no such day in any year: look at the day of the month and the month.",
    });
  }
  if (!goesOn(line)) return fixedTimes(line, tz);
  return {
    next: (from, count) => times.nextRuns(count, new Date(from)).map(Number),
    previous: (before, count) => times.previousRuns(count, new Date(before)).map(Number).toReversed(),
  };
}

/** Whether the line means intervals rather than times of the day. */
function goesOn(line: string): boolean {
  if (line.startsWith("@")) return line.toLowerCase() === "@hourly";
  const [minute, hour] = line.split(" ").slice(-5);
  return minute === "*" || hour === "*";
}

/** Longer than clocks are ever set back, in milliseconds: local times in it occurred before. */
const widestChangeMs = 3 * 3_600_000;

/** Local times; the cron parser itself sees no clock changes. */
function fixedTimes(line: string, tz: string): SlotTimes {
  const shown = new Cron(line.toLowerCase(), { timezone: "UTC" });
  const clock = wallClock(tz);
  return {
    next(from, count) {
      const found: number[] = [];
      // The cron parser works with whole seconds.
      let wall: Date | null = new Date(clock.wallAt(from) - 1000);
      while (found.length < count && (wall = shown.nextRun(wall))) {
        const instant = clock.instantOf(wall.getTime());
        if (instant > from && instant !== found.at(-1)) found.push(instant);
      }
      return found;
    },
    previous(before, count) {
      const found: number[] = [];
      let wall: Date | undefined = new Date(clock.wallAt(before) + widestChangeMs);
      while (found.length < count && ([wall] = shown.previousRuns(1, wall))[0]) {
        const instant = clock.instantOf(wall!.getTime());
        if (instant < before && instant !== found.at(-1)) found.push(instant);
      }
      return found.toReversed();
    },
  };
}

function checkLine(cron: string, line: string): void {
  if (line.startsWith("@")) {
    if (nicknames.some((nickname) => nickname === line.toLowerCase())) return;
    throw new ConfigError("usage", `cron: there is no ${JSON.stringify(line)}.`, {
      hint: `Use ${nicknames.join(", ")}, or five fields.`,
    });
  }
  const parts = line === "" ? [] : line.split(" ");
  if (parts.length !== 5 && parts.length !== 6) {
    throw new ConfigError(
      "usage",
      `cron: ${JSON.stringify(cron)} has ${parts.length} fields, not five or six.`,
      {
        hint: 'Minute, hour, day of the month, month, day of the week: "30 6 * * 1-5". A field more in front is the second.',
      },
    );
  }
  const first = fields.length - parts.length;
  for (const [at, part] of parts.entries()) {
    const field = fields[first + at];
    const problem = problemOf(part, first + at);
    if (field === undefined || problem === undefined) continue;
    throw new ConfigError("usage", `cron: ${JSON.stringify(part)} is no ${field.name} (${problem}).`, {
      hint: `A ${field.name} is ${field.allowed}; also *, lists 1,2, ranges 1-5 and steps */10.`,
    });
  }
}

/** Parses the field among wildcards, so that an error can only be in it. */
function problemOf(part: string, at: number): string | undefined {
  const line = fields.map((_, index) => (index === at ? part : "*")).join(" ");
  try {
    return new Cron(line.toLowerCase()).getPattern() === undefined ? "it cannot be read" : undefined;
  } catch (error) {
    return messageOf(error)
      .replace(/^\w+: /, "")
      .replace(/\.$/, "");
  }
}

import { ConfigError } from "@skein/protocol";
import { parseDuration } from "@skein/settings";

/**
 * The moment that an age or a day stands for, in milliseconds since the epoch: `30d`, `12h`, `1h30m` before `now`, or
 * `2026-01-31`, whose midnight is taken, local time. Throws `ConfigError`.
 */
export function readAge(flag: string, text: string, now: number): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) {
    const date = new Date(Number(year), Number(month) - 1, Number(day));
    if (date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)) return date.getTime();
  }
  const before = parseDuration(text);
  if (before !== undefined) return now - before;
  throw new ConfigError("usage", `--${flag} cannot be "${text}".`, {
    hint: "Give an age such as 30d, 12h or 90m, or a day such as 2026-01-31.",
  });
}

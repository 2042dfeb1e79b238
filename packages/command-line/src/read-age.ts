import { ConfigError } from "@skein/protocol";
import { parseMoment } from "@skein/settings";

/** See `parseMoment`. Throws `ConfigError`. */
export function readAge(flag: string, text: string, now = Date.now()): number {
  const moment = parseMoment(text, now);
  if (moment !== undefined) return moment;
  const hint = "Give an age such as 30d, 12h or 90m, or a day such as 2026-01-31.";
  throw new ConfigError("usage", `--${flag} cannot be "${text}".`, { hint });
}

import { ConfigError } from "@skein/protocol";
import { parseDuration } from "@skein/settings";

/** @returns milliseconds. Throws `ConfigError`. */
export function readDuration(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new ConfigError("usage", `--${flag} cannot be ${JSON.stringify(text)}.`, {
    hint: "Give a time like 90s, 10m or 1h30m.",
  });
}

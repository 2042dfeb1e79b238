import { ConfigError } from "@skein/protocol";

/** The number of an entry. Throws `ConfigError`. */
export function readSeq(flag: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ConfigError("usage", `--${flag} cannot be "${text}".`, {
    hint: "Give the number of an entry: `skein session show ID --entries` lists them.",
  });
}

/** @returns `Infinity` for 0. Throws `ConfigError`. */
export function readLimit(text: string | undefined, usual = 20): number {
  if (text === undefined) return usual;
  if (/^\d{1,9}$/.test(text)) return Number(text) === 0 ? Infinity : Number(text);
  throw new ConfigError("usage", `--limit cannot be "${text}".`, { hint: "Give a whole number; 0 for all." });
}

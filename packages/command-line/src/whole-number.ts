import { ConfigError } from "@skein/protocol";

/** Throws `ConfigError`. @param hint - which numbers can be given. */
export function wholeNumber(
  flag: string,
  text: string,
  {
    least = 1,
    most = 1e15,
    hint,
  }: { readonly least?: number; readonly most?: number; readonly hint: string },
): number {
  const number = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new ConfigError("usage", `--${flag} cannot be ${JSON.stringify(text)}.`, { hint });
}

/** @returns `Infinity` for 0. Throws `ConfigError`. */
export function readLimit(text: string | undefined, usual = 20): number {
  if (text === undefined) return usual;
  return wholeNumber("limit", text, { least: 0, hint: "Give a whole number; 0 for all." }) || Infinity;
}

/** Of a flag whose value is a number: parsing has refused everything else. */
export const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

import { constants } from "node:os";

/** Shells report 128 + n when signal n ended the command. */
export function exitCodeText(code: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return signal ? `${code} (${signal[0]})` : String(code);
}

import { wholeNumber } from "@skein/command-line";

const hint = "Give the number of an entry: `skein session show ID --entries` lists them.";

/** The number of an entry. Throws `ConfigError`. */
export const entryNumber = (flag: string, text: string): number => wholeNumber(flag, text, { hint });

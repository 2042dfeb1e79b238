import type { Directories } from "@skein/settings";

/** A person's machine as plain values: a face takes them from its process, a test makes them up. */
export interface Machine {
  /** Of the face: `process.env`, mostly. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directories: Directories;
}

import type { JsonObject } from "@skein/protocol";
import { readForeignSession, type ForeignFormat } from "../../src/import/index.ts";

/** A session of these lines. */
export function readLines(format: ForeignFormat, lines: readonly JsonObject[]) {
  return readForeignSession(format, lines.map((line) => JSON.stringify(line)).join("\n"), { name: "lines" });
}

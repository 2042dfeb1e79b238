import type { FileLayer } from "./config-paths.ts";

/** Where a value came from. */
export interface Origin {
  readonly layer: "flag" | "environment" | FileLayer | "default";
  /** The flag, the variable, or the path of the file. */
  readonly name: string;
  /** Of the value's name in a file, from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** The flag, the variable, or `file:line:column`. */
export function describeOrigin({ name, line, column }: Origin): string {
  return line === undefined ? name : `${name}:${line}:${column}`;
}

import type { FileLayer } from "./config-paths.ts";

/** Where a value came from. */
export interface SettingOrigin {
  readonly layer: "flag" | "environment" | FileLayer | "default";
  /** The flag, the variable, or the path of the file. */
  readonly name: string;
  /** Position of the value's name in a file, from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** The flag, the variable, or `file:line:column`. */
export function describeOrigin({ name, line, column }: SettingOrigin): string {
  return line === undefined ? name : `${name}:${line}:${column}`;
}

import { closeSync, openSync } from "node:fs";
import { flush } from "@skein/platform/files";

/** Flushes a folder, which makes new file names durable. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

import { closeSync, fsyncSync, openSync } from "node:fs";

/** Flushes a folder, which makes new file names durable. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes a new name in a folder last. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

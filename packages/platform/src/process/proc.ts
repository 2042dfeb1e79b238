import { existsSync } from "node:fs";

/** Returns true if processes can be looked up in `/proc`: only on Linux, and only where it is mounted. */
export function hasProc(): boolean {
  return process.platform === "linux" && existsSync("/proc/self/stat");
}

/** The memory this process occupies, in bytes; Infinity if unknown, as without `/proc`. Never throws. */
export function residentBytes(read = (): number => process.memoryUsage.rss()): number {
  try {
    return read();
  } catch {
    return Infinity;
  }
}

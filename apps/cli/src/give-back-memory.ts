import { createRequire } from "node:module";
import { residentBytes } from "@skein/platform/process";

/**
 * From now on memory that was freed goes back to the system, as long as the process has anything else to do. The C library keeps
 * it: a session of 1,000 turns held 30 MB that nothing used. Where the addon of `@skein/launcher` is not installed nothing happens.
 */
export function giveBackMemory(): void {
  let wanted = 0;
  let addon: (() => void) | undefined;
  const timer = setInterval(() => {
    if (residentBytes() < wanted) return;
    addon ??= findAddon();
    if (addon === undefined) return clearInterval(timer);
    addon();
    wanted = residentBytes() + worthwhile;
  }, everyMs);
  timer.unref();
}

const everyMs = 1_000;

/** Bytes. Each time takes 0.3 ms, and some milliseconds where a lot goes back. */
const worthwhile = 2 * 1024 * 1024;

function findAddon(): (() => void) | undefined {
  try {
    return createRequire(import.meta.url)(
      `@skein/launcher/bin/${process.platform}-${process.arch}/memory.node`,
    );
  } catch {
    return undefined;
  }
}

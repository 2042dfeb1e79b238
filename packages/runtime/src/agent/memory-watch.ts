import { getHeapStatistics } from "node:v8";
import type { WatchMemory } from "@skein/agent";
import type { OutcomeError } from "@skein/protocol";

interface HeapUse {
  /** Bytes. */
  readonly used: number;
  /** Bytes at which V8 ends the process. */
  readonly limit: number;
}

interface MemoryWatchOptions {
  /** Default: of this process. */
  readonly read?: () => HeapUse;
  /** Default 250. */
  readonly everyMs?: number;
}

/** Part of the heap that may be used. From 0.8 on, V8 ends a process that is busy with collecting garbage. */
const mostUsed = 0.75;

/** Watches the heap of the process while a run is on. */
export function memoryWatch({ read = heapUse, everyMs = 250 }: MemoryWatchOptions = {}): WatchMemory {
  return (low) => {
    const timer = setInterval(() => {
      const use = read();
      if (use.used < use.limit * mostUsed) return;
      clearInterval(timer);
      low(shortOfMemory(use));
    }, everyMs);
    timer.unref();
    return () => clearInterval(timer);
  };
}

/** Bytes of the limit that V8 sets aside for new objects: three spaces of 64 MB. Old ones cannot use them. */
const youngBytes = 3 * 64 * 1024 ** 2;

function heapUse(): HeapUse {
  const { used_heap_size: used, heap_size_limit: whole } = getHeapStatistics();
  return { used, limit: Math.max(whole - youngBytes, whole / 4) };
}

function shortOfMemory({ used, limit }: HeapUse): OutcomeError {
  const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2);
  return {
    code: "memory",
    message: `The run was ended because the process is short of memory: it uses ${megabytes(used)} of ${megabytes(limit)} MB.`,
    hint: `Resume the session to continue. For more memory, set max-old-space-size=${2 * megabytes(limit)} in NODE_OPTIONS.`,
  };
}

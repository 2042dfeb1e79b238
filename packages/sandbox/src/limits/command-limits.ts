import { totalmem } from "node:os";

/** What all processes of one command may have together. With more, the command is ended. */
export interface CommandLimits {
  /** Default: 4,096, more than any build or browser has. */
  readonly processes: number;
  /** Without what is cached of files. Default: three quarters of the memory that this process may use. */
  readonly memoryBytes: number;
}

/** Absent: the default. */
export type LimitOptions = { readonly [Name in keyof CommandLimits]?: number | undefined };

const defaultProcesses = 4_096;
/** The rest is for the desktop, the editor and Skein. */
const memoryShare = 0.75;

export function resolveLimits({ processes, memoryBytes }: LimitOptions = {}): CommandLimits {
  return {
    processes: processes ?? defaultProcesses,
    memoryBytes: memoryBytes ?? Math.floor(usableMemory() * memoryShare),
  };
}

/** In bytes; less than the machine has in a container with a limit. */
function usableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

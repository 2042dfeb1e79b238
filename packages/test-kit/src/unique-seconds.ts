let count = 10_000;

/**
 * A duration for `sleep`, some hours, that no other process on this machine has among its arguments. Padded, so that none
 * is the beginning of another one.
 */
export function uniqueSeconds(): string {
  return `${++count}.${String(process.pid).padStart(10, "0")}`;
}

// What this package loads when it is first needed.

export const loadVitest = () => import("vitest");

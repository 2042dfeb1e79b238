export { createBudget, unlimited, type LimitedBudget } from "./create-budget.ts";
export { createFairQueue, type FairQueue } from "./fair-queue.ts";
export { openLedger, type Ledger, type LedgerLimits, type LedgerOptions } from "./ledger.ts";
export { memoryLimit, type MemoryLimitOptions } from "./memory-limit.ts";
export type {
  SpendingAmount,
  LimitReservation,
  LimitState,
  SpendingLimit,
  SpentAmount,
} from "./spending-limit.ts";
export { spentBefore } from "./spent-before.ts";

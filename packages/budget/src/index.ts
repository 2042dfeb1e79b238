export { createBudget, type LimitedBudget } from "./create-budget.ts";
export { openLedger, type Ledger, type LedgerLimits, type LedgerOptions } from "./ledger.ts";
export { memoryPot, type MemoryPotOptions } from "./memory-pot.ts";
export type { Amount, Hold, Limit, Pot, Spent } from "./pot.ts";
export { spentBefore } from "./spent-before.ts";

export { createBudget, type LimitedBudget } from "./create-budget.ts";
export { memoryPot, type MemoryPotOptions } from "./memory-pot.ts";
export type { Amount, Hold, Limit, Pot, Spent } from "./pot.ts";

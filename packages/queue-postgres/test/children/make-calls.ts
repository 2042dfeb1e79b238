import { setTimeout } from "node:timers/promises";
import { openRunQueue } from "../../src/index.ts";

// Makes calls, several at once, until it is ended; reports when each is sent and when it has ended, and waits until its parent
// has read that: messages of several processes arrive in any order.
const [url = "", schema = "", share = "", seed = "1"] = process.argv.slice(2);
const queue = await openRunQueue({ url, schema });
const { createBudget } = await import("@skein/sessions/budget");
const shared = share === "" ? undefined : createBudget([queue.limits.budgetOf(share)]);
const budget = queue.limits.limitCalls(shared);
const price = { input: 1_000_000, output: 1_000_000 }; // a dollar a token
let reports = 0;
const waiting = new Map<number, () => void>();
process.on("message", (id: number) => waiting.get(id)?.());

function report(message: { readonly sent?: number; readonly ended?: number }): Promise<void> {
  const id = ++reports;
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.set(id, resolve);
  process.send?.({ ...message, id });
  return promise;
}

let random = Number(seed);
const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below;

async function callOn(): Promise<void> {
  for (;;) {
    const claim = {
      provider: "p",
      model: "m",
      inputTokens: 1 + next(3),
      outputTokens: 3,
      leastOutputTokens: 1,
    };
    const reserved = await budget.reserve({ ...claim, price }, new AbortController().signal, (why) =>
      process.send?.({ waits: why }),
    );
    if ("refused" in reserved) {
      process.send?.({ refused: reserved.refused });
      return;
    }
    await report({ sent: claim.inputTokens + (reserved.outputTokens ?? 0) });
    await setTimeout(next(30));
    const used = 1 + next(claim.inputTokens + (reserved.outputTokens ?? 1));
    await report({ ended: used });
    reserved.settle({ tokens: used, costUsd: used, isEstimate: false });
  }
}

await Promise.all([callOn(), callOn(), callOn()]);
process.send?.({ over: true });
await queue.close();
process.disconnect();

import { openRunQueue } from "../../src/index.ts";

const [url = "", schema = ""] = process.argv.slice(2);
const queue = await openRunQueue({ url, schema });
await queue.work({ onProblem: console.error }, async () => {
  process.send?.("holds it");
  return new Promise(() => undefined);
});

import { once } from "node:events";
import { openRunQueue } from "../../src/index.ts";

const [url = "", schema = ""] = process.argv.slice(2);
const problems: string[] = [];
const queue = await openRunQueue({ url, schema });
await queue.work({ onProblem: (sentence) => problems.push(sentence) }, async () => ({ outcome: "done" }));
process.send?.("ready");
await once(process, "message");
await queue.list();
process.send?.("lives");
process.disconnect();
process.exit();

import { openPostgresJournal } from "../../src/index.ts";
import { notice } from "../entries.ts";

const [url = "", schema = ""] = process.argv.slice(2);
const store = await openPostgresJournal({ url, schema });
await store.lease("s", "to be killed", 300_000);
await store.append("s", 0, [notice(1)]);
process.send?.("holds it");
setInterval(() => undefined, 1_000);

import { once } from "node:events";
import { openDatabase } from "../../src/database.ts";
import { openPostgresJournal } from "../../src/index.ts";
import { notice } from "../entries.ts";

const [url = "", schema = "", kind = ""] = process.argv.slice(2);
const isCut = once(process, "message");
const ready = (): unknown => process.send?.("ready");

/** Each uses a connection of its kind, says so, and goes on once that was cut. */
const uses: Readonly<Record<string, () => Promise<unknown>>> = {
  async idle() {
    const store = await openPostgresJournal({ url, schema });
    ready();
    await isCut;
    await store.append("s", 0, [notice(1)]);
  },
  async "in a statement"() {
    const database = openDatabase({ url });
    const slow = database.once("SELECT pg_sleep(30)").catch(() => undefined);
    setTimeout(ready, 500);
    await slow;
  },
  async "lent, between statements"() {
    await openDatabase({ url })
      .transaction(async (query) => {
        await query("SELECT 1");
        ready();
        await isCut;
        await query("SELECT 1");
      })
      .catch(() => undefined);
  },
  async "lent, in a statement"() {
    const slow = openDatabase({ url }).transaction((query) => query("SELECT pg_sleep(30)"));
    setTimeout(ready, 500);
    await slow.catch(() => undefined);
  },
  async listening() {
    const store = await openPostgresJournal({ url, schema });
    const following = store.subscribe("s", 1, new AbortController().signal)[Symbol.asyncIterator]();
    const next = following.next();
    setTimeout(ready, 500);
    await isCut;
    await store.append("s", 0, [notice(1)]);
    await next;
  },
  async "a connection of its own"() {
    const client = await openDatabase({ url }).connect();
    const ended = new Promise((resolve) => client.once("end", resolve));
    ready();
    await ended;
  },
  async "making the tables"() {
    setTimeout(ready, 1_000);
    await openPostgresJournal({ url, schema, retryMs: 300 }).catch(() => undefined);
  },
};

await uses[kind]!();
// What is told late of the connection that was cut is told by then.
setTimeout(() => {
  process.send?.("lives");
  process.disconnect();
  process.exit();
}, 300);

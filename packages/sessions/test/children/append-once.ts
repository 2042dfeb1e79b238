// Appends an entry, keeps a blob, and says how that went. Stays until its standard input ends. With a user's number it
// does so as that one: who is not root might not be let to where Node and this file are.
import { SkeinError } from "@skein/protocol";
import { storeOfChild } from "../stores.ts";
import { all, notice } from "../entries.ts";

const [folder = "", session = "", expected = "0", user] = process.argv.slice(2);
if (user !== undefined) {
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}
const store = storeOfChild(folder);
const say = (what: string, work: Promise<unknown>) =>
  work.then(
    () => console.log(`${what} ok`),
    (error: unknown) =>
      console.log(`${what} ${SkeinError.is(error) ? `${error.name} ${error.code}` : String(error)}`),
  );
await say("append", store.append(session, Number(expected), [notice(Number(expected) + 1)]));
await say("blob", store.putBlob(session, new Uint8Array([1])));
await say("lease", store.lease(session, "once", 1000));
try {
  console.log(`read ${(await all(store.read(session))).length}`);
  console.log(
    `list ${JSON.stringify((await store.list()).map((line) => ("summary" in line ? line.session : "damaged")))}`,
  );
} catch (error) {
  console.log(`read ${SkeinError.is(error) ? error.code : String(error)}`);
}
process.stdin.resume();

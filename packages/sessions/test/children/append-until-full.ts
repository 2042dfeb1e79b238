// Appends, two entries at a time, until that fails, and says how many were kept and why it failed.
import { SkeinError } from "@skein/protocol";
import { notice } from "../entries.ts";
import { storeOfChild } from "../stores.ts";

const [folder = ""] = process.argv.slice(2);
const store = storeOfChild(folder);
let last = 0;
try {
  for (; last < 10_000; last += 2) {
    await store.append("s", last, [notice(last + 1, "x".repeat(3000)), notice(last + 2, "y".repeat(3000))]);
  }
} catch (error) {
  console.log(`${last} kept, then ${SkeinError.is(error) ? `${error.name} ${error.code}` : String(error)}`);
}

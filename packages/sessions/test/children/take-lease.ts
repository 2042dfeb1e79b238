// Takes a session's lease when a line comes in, says how that went, and holds it until it is ended.
import { once } from "node:events";
import { SkeinError } from "@skein/protocol";
import { storeOfChild } from "../stores.ts";

const [folder = "", session = ""] = process.argv.slice(2);
const store = storeOfChild(folder);
console.log("ready");
await once(process.stdin, "data");
try {
  await store.lease(session, `owner ${process.pid}`, 60_000);
  console.log("won");
} catch (error) {
  console.log(SkeinError.is(error) ? `${error.code} ${error.message}` : String(error));
}
process.stdin.resume();

// Takes the secret out of a session, and says when it begins.
import { writeSync } from "node:fs";
import { changes } from "../scrub-changes.ts";
import { storeOfChild } from "../stores.ts";

const [folder = "", session = ""] = process.argv.slice(2);
const store = storeOfChild(folder);
writeSync(1, "begins\n");
await store.rewrite(session, changes);

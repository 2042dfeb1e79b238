import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeReference } from "./write-reference.ts";

// npm run x -- docs:api                the API reference, in docs/api
// npm run x -- docs:api --out DIR   somewhere else
const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({ options: { out: { type: "string", default: `${root}docs/api` } } });
process.exitCode = (await writeReference(root, values.out)) ? 0 : 1;

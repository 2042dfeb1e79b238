import { readFileSync, writeFileSync } from "node:fs";
import { withProviderTables } from "./provider-tables.ts";

// The tables of docs/providers.md: part of `npm run format`, which aligns them.
const file = new URL("../../docs/providers.md", import.meta.url);
writeFileSync(file, withProviderTables(readFileSync(file, "utf8")));

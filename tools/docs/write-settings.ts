import { readFileSync, writeFileSync } from "node:fs";
import { withSettingsTables } from "./settings-tables.ts";

// The tables of docs/settings.md: part of `npm run format`, which aligns them.
const file = new URL("../../docs/settings.md", import.meta.url);
writeFileSync(file, withSettingsTables(readFileSync(file, "utf8")));

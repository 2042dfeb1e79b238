import { globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createRedactor } from "../packages/redaction/src/index.ts";

// node bench/false-alarms.ts [MEGABYTES]: what the redactor takes for a secret in ordinary source: the packages that this
// repository has installed, 50 MB of them. Prints each find without the value's end, and how many there are per megabyte.
const megabytes = Number(process.argv[2] ?? 50);
const folder = fileURLToPath(new URL("../node_modules/.pnpm", import.meta.url));
const files = globSync("*/node_modules/**/*.{js,mjs,cjs,ts,json,md,css,html,yml}", { cwd: folder })
  .filter((file) => statSync(`${folder}/${file}`).isFile())
  .toSorted();
const seen = new Set<string>();
let [size, count] = [0, 0];

for (const file of files) {
  if (size >= megabytes * 1_000_000) break;
  const text = readFileSync(`${folder}/${file}`, "utf8");
  const start = text.slice(0, 4_000);
  if (text.length > 4_000_000 || seen.has(start)) continue;
  seen.add(start);
  size += text.length;
  const redactor = createRedactor({ key: new Uint8Array(32), secrets: [] });
  for (const [placeholder, name] of redactor
    .redact(text)
    .matchAll(/__SECRET_(\w+?)_[0-9a-f]{10,64}(?:_[A-Z0-9]+)?__/g)) {
    count++;
    const value = redactor.restore(placeholder);
    console.log(`${name}  ${value.slice(0, 40)}… (${value.length})  ${file}`);
  }
}
console.log(
  `${count} finds in ${(size / 1_000_000).toFixed(1)} MB: ${((count * 1_000_000) / size).toFixed(2)} per megabyte`,
);

// Captures over and over while it changes the files, and says each id, until it is killed.
import { writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openCheckpoints } from "../../src/index.ts";

const [store = "", root = "", name = ""] = process.argv.slice(2);
const checkpoints = openCheckpoints(store);
for (let round = 0; ; round++) {
  for (let file = 0; file < 50; file++) {
    writeFileSync(join(root, `${name}-${file}`), `${name} ${round} ${file}`.repeat(20));
  }
  writeSync(1, `${(await checkpoints.capture(root)).id}\n`);
}

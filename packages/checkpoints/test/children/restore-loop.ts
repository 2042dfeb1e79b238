// Restores two snapshots in turn, until it is killed.
import { writeSync } from "node:fs";
import { openCheckpoints } from "../../src/index.ts";

const [store = "", root = "", ...ids] = process.argv.slice(2);
const checkpoints = openCheckpoints(store);
for (let round = 0; ; round++) {
  writeSync(1, "going\n");
  await checkpoints.restore(ids[round % ids.length] ?? "", root);
}

import { sdkLoops } from "./sdk-loops.ts";
import { skeinLoop } from "./skein-loop.ts";
import type { WireName } from "./wires.ts";

// node bench/turns/child.ts skein|sdk WIRE ADDRESS TURNS: prints the processor time of each turn in milliseconds, as JSON.
const [side, wire, address, count] = process.argv.slice(2) as [string, WireName, string, string];
const turns: number[] = [];
let before = process.cpuUsage();
function onTurn(): void {
  const { user, system } = process.cpuUsage(before);
  turns.push((user + system) / 1000);
  before = process.cpuUsage();
}
if (side === "sdk") await sdkLoops[wire](address, Number(count), onTurn);
else await skeinLoop(wire, address, Number(count), onTurn);
process.stdout.write(JSON.stringify(turns));

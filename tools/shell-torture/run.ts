import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tableOf } from "../pairs/table.ts";
import { casesOf } from "./cases.ts";
import { killWithJob } from "./killed.ts";
import { runCase } from "./run-case.ts";

// npm run torture:shell: commands that ask, flood, hide and run on. Ends with 1 when one hangs, is not told as it is,
// takes 150 MB of this process's memory, or leaves a process behind.
const mostGrownBy = 150_000_000;
const seconds = `${4000 + (process.pid % 5000)}.${process.hrtime.bigint() % 1_000_000_000n}`;
const rows: string[][] = [];
let failed = 0;

for (const one of casesOf(seconds, await freePort())) {
  if (one.needs !== undefined && !existsSync(`/usr/bin/${one.needs}`)) {
    rows.push([one.name, `${one.needs} is not installed`, "", "", ""]);
    continue;
  }
  const { said, ms, grownBy, left } = await runCase(one, seconds);
  const isRight = one.expected.test(said) && ms <= one.within && grownBy <= mostGrownBy && left === 0;
  if (!isRight) {
    failed += 1;
    console.log(`--- ${one.name}\n${said.slice(0, 2000)}\n`);
  }
  const grown = `${(Math.max(0, grownBy) / 1e6).toFixed(0)} MB`;
  rows.push([one.name, isRight ? "yes" : "NO", `${(ms / 1000).toFixed(1)} s`, grown, String(left)]);
}
const { after, left } = await killWithJob(`${seconds}9`);
if (after === 0 || left > 0) failed += 1;
rows.push(["kill -9 of Skein with a job", after > 0 && left === 0 ? "yes" : "NO", "", "", String(left)]);
console.log(tableOf([["case", "as it should be", "took", "memory", "left"], ...rows]));
process.exitCode = failed > 0 ? 1 : 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineCampaign } from "../runner/campaign.ts";
import { names } from "../runner/option.ts";
import { casesOf } from "./cases.ts";
import { killWithJob } from "./killed.ts";
import { runCase } from "./run-case.ts";

/** Bytes. */
const mostGrownBy = 150_000_000;
const killed = "kill -9 of Skein with a job";

export const campaign = defineCampaign({
  details:
    "Fails if one hangs, is not reported as it is, takes 150 MB of this process's memory, or leaves a process behind.",
  options: {
    cases: names({
      about: "Only cases whose name contains it",
      placeholder: "CASE",
      noun: "case",
      isPositional: true,
      of: () => [...casesOf("1", 1).map(({ name }) => name), killed],
    }),
  },
  async run({ cases }, report) {
    const seconds = `${4000 + (process.pid % 5000)}.${process.hrtime.bigint() % 1_000_000_000n}`;
    const rows: string[][] = [];
    for (const one of casesOf(seconds, await freePort()).filter(({ name }) => cases.includes(name))) {
      if (one.needs !== undefined && !existsSync(`/usr/bin/${one.needs}`)) {
        rows.push([one.name, `${one.needs} is not installed`, "", "", ""]);
        continue;
      }
      report.progress(`${one.name} …`);
      const { said, ms, grownBy, left } = await runCase(one, seconds);
      const isRight = one.expected.test(said) && ms <= one.within && grownBy <= mostGrownBy && left === 0;
      const grown = `${(Math.max(0, grownBy) / 1e6).toFixed(0)} MB`;
      rows.push([one.name, isRight ? "yes" : "NO", `${(ms / 1000).toFixed(1)} s`, grown, String(left)]);
      if (!isRight) report.fail(`${one.name}\n${said.slice(0, 2000)}\n`);
    }
    if (cases.includes(killed)) {
      report.progress(`${killed} …`);
      const { after, left } = await killWithJob(`${seconds}9`);
      const isRight = after > 0 && left === 0;
      rows.push([killed, isRight ? "yes" : "NO", "", "", String(left)]);
      if (!isRight)
        report.fail(`${killed}: the job ${after > 0 ? "went on" : "did not go on"}, ${left} processes left`);
    }
    report.table([["case", "as it should be", "took", "memory", "left"], ...rows]);
  },
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

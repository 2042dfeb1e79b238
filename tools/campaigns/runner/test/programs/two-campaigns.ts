// A program with two campaigns: one that fails, and one that waits for processes that ignore SIGTERM or have left its group.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { defineCampaign } from "../../campaign.ts";
import { main } from "../../main.ts";
import { text } from "../../option.ts";

const fails = defineCampaign({
  details: "",
  options: {},
  async run(_, report) {
    // Like an agent that was left as it was.
    setInterval(() => undefined, 1_000);
    report.fail("one failure");
  },
});

const waits = defineCampaign({
  details: "",
  options: { mark: text("MARK", "Among the arguments of what is started") },
  async run({ mark = "" }, report) {
    const stubborn = spawn("sh", ["-c", "trap '' TERM; echo begun; while :; do sleep 0.1; done", mark]);
    spawn("sh", ["-c", `setsid sh -c 'while :; do sleep 0.1; done' ${mark} &`]);
    await once(stubborn.stdout, "data");
    report.print("begun");
    await once(stubborn, "exit");
    report.print("not printed");
  },
});

const campaigns = {
  fails: { about: "Fails.", load: () => Promise.resolve({ campaign: fails }) },
  waits: { about: "Waits.", load: () => Promise.resolve({ campaign: waits }) },
};
await main(campaigns, process.argv.slice(2));

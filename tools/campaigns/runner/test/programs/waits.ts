// A program with one campaign, which waits for processes that ignore SIGTERM or have left its group.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { defineCampaign } from "../../campaign.ts";
import { main } from "../../main.ts";
import { text } from "../../option.ts";

const campaign = defineCampaign({
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

await main({ waits: { about: "Waits.", load: () => Promise.resolve({ campaign }) } }, process.argv.slice(2));

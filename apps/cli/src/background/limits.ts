import { numberOf, onlyFlags, onlyGiven, wholeNumber } from "@skein/command-line";
import { jsonFlag, runFlags } from "@skein/command-line/flags";
import { changeLimits, openMachineQueue } from "@skein/session-processes/queue";
import { limitLines } from "@skein/terminal-chat/machine";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";

const count = (flag: string, text: string | undefined) =>
  text === undefined ? undefined : wholeNumber(flag, text, { hint: "Give a whole number from 1 on." });

export const main = defineCommand({
  name: "limits",
  help: {
    title: "what all workers together may ask of models and spend, and how much of it is used",
    usage: ["[--json]", "PROVIDER[/MODEL] [flags]", "--share NAME [flags]"],
    text: `Limits are kept in the database and hold for all workers at once. Those that are given replace those the name had.
A call that has no room waits for its turn; a run whose share has nothing left ends as budget. The share ann has all of
ann/…; "*" is each share that no other budget covers. Days and months are those of UTC.`,
    examples: [
      "skein limits anthropic --requests 50 --tokens 400000 --calls-at-once 8",
      "skein limits --share ann --day 5 --month 50",
      "skein limits --share ann --off",
    ],
  },
  flags: {
    requests: { value: "N", description: "Requests in a minute" },
    tokens: { value: "N", description: "Tokens in a minute; of a share in a day" },
    "calls-at-once": { value: "N", description: "Requests at the same time" },
    share: { value: "NAME", description: "Whose spending: see skein submit --share" },
    day: { value: "USD", description: "What the share may spend in a day" },
    month: { value: "USD", description: "What the share may spend in a month" },
    off: { description: "Without limits from now on" },
    json: jsonFlag,
    ...onlyFlags(runFlags, "database-url"),
  },
  words: 1,
  run: async ({ "calls-at-once": atOnce, requests, tokens, share, day, month, off, json }, [calls]) => {
    const numbers = {
      requests: count("requests", requests),
      tokens: count("tokens", tokens),
      atOnce: count("calls-at-once", atOnce),
      dayUsd: numberOf(day),
      monthUsd: numberOf(month),
    };
    await using queue = await openMachineQueue(thisMachine());
    const inUse = await changeLimits(queue, onlyGiven({ ...numbers, calls, share, isOff: off }));
    if (json) printJson(inUse);
    else for (const line of limitLines(inUse)) print(line);
    if (!json && inUse.calls.length + inUse.shares.length === 0) note("There are no limits.");
  },
});

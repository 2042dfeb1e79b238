import { call, said, start, type Say } from "./set-up.ts";

/**
 * A parent with two children. `quick` notes a step and ends. `slow` notes one, and in its first life it then runs a command
 * in the middle of which it is killed; in its second it notes another.
 */
export function sayForCrash(life: "first" | "second"): Say {
  return ({ task, heard, isChild }) => {
    if (!isChild) return heard.length === 0 ? start("quick", "slow") : said(heard.join(" and "));
    const note = (what: string) =>
      call(`${task}-${heard.length}`, "shell", {
        command: `echo ${task} ${what} >> log; echo noted ${what}`,
      });
    if (heard.length === 0) return [note("one")];
    if (task === "quick") return said("quick is done");
    if (life === "second") return heard.at(-1)?.includes("noted two") ? said("slow is done") : [note("two")];
    if (heard.length === 1) return [call("wait", "shell", { command: "echo up; sleep 1" })];
    return new Promise(() => undefined);
  };
}

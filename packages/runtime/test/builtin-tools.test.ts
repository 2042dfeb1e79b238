import { expect, it } from "vitest";
import { builtinNames } from "@skein/protocol";
import { builtinTools } from "../src/index.ts";

const starts = "starts agents";

/** What each of our tools does to the world. A new one gets its line here, and the permission modes go by it. */
const declared: Readonly<Record<string, readonly string[]>> = {
  analyze: ["reads"],
  // Whatever the permissions allow, the user is asked.
  ask_user: ["reads"],
  edit: ["writes"],
  // An address can carry what the session knows: not one that only reads.
  fetch: ["unknown"],
  forget: ["writes"],
  job: ["reads"],
  job_input: ["runs"],
  look_up_memory: ["reads"],
  read: ["reads"],
  recall: ["reads"],
  remember: ["writes"],
  schedule: ["runs", starts],
  schedule_list: ["reads"],
  search: ["reads"],
  search_sessions: ["reads"],
  shell: ["runs"],
  skill: ["reads"],
  // What it asks of the model is journaled and counted like any call.
  summarize: ["reads"],
  // It lists, waits for, tells and ends those that are there.
  subagent_control: ["reads"],
  subagent: ["reads", starts],
  todo: ["reads"],
  tree: ["reads"],
  // It sends words to a server of others.
  web_search: ["unknown"],
  write: ["writes"],
};

it("every built-in tool's effect is declared", async () => {
  const tools = await builtinTools(builtinNames);
  const found = tools.map(({ name, effect, startsAgents }) => [
    name,
    startsAgents ? [effect, starts] : [effect],
  ]);
  expect(Object.fromEntries(found)).toEqual(declared);
});

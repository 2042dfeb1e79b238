import { expect, it } from "vitest";
import { stillSpinner } from "../src/chat/spinner.ts";
import { regionLines, type RegionContent } from "../src/screen/region-lines.ts";
import { idleScreen, screenStep } from "../src/screen/screen-state.ts";

const look = {
  width: 80,
  rows: 24,
  now: 1_000,
  paint: (_: unknown, text: string) => text,
  spinner: stillSpinner,
};
const drawn = (line: string) => ({ render: () => [line] });
const idle: RegionContent = {
  state: idleScreen,
  waiting: [],
  jobs: [],
  picker: undefined,
  dialog: undefined,
  hasQuestion: false,
  prompt: drawn("> prompt"),
  bar: () => "bar",
};
const { state: working } = screenStep(idleScreen, {
  type: "chat-changed",
  isRunning: true,
  isAside: false,
  cwd: "/",
  now: 0,
});
const { state: hinting } = screenStep(idleScreen, { type: "hint", text: "A hint.", now: 0 });
const jobs: RegionContent["jobs"] = [{ id: "job-1", command: "sleep 9", startedAt: 0 }];

it.each<[string, Partial<RegionContent>, readonly unknown[]]>([
  ["a prompt", {}, ["> prompt", "bar"]],
  ["a question in place of the prompt", { dialog: drawn("? ask"), hasQuestion: true }, ["? ask", "bar"]],
  [
    "a list in place of the prompt and of a question",
    { picker: drawn("list"), dialog: drawn("? ask"), hasQuestion: true },
    ["list", "bar"],
  ],
  [
    "a question that waits",
    { hasQuestion: true },
    ["> prompt", expect.stringContaining("1 question waiting")],
  ],
  ["a hint", { state: hinting }, ["> prompt", "A hint."]],
  ["a hint before a question that waits", { state: hinting, hasQuestion: true }, ["> prompt", "A hint."]],
  ["work", { state: working }, [expect.stringContaining("Working"), "> prompt", "bar"]],
  [
    "waiting messages above work",
    { state: working, waiting: [{ text: "later", isSteering: false }] },
    [expect.stringContaining("later"), expect.stringContaining("Working"), "> prompt", "bar"],
  ],
  ["background jobs", { jobs }, [expect.stringContaining("sleep 9"), "> prompt", "bar"]],
  [
    "neither jobs nor work beside a question",
    { state: working, jobs, dialog: drawn("? ask"), hasQuestion: true },
    ["? ask", "bar"],
  ],
])("the region shows %s", (_, change, lines) => {
  expect(regionLines({ ...idle, ...change }, look)).toEqual(lines);
});

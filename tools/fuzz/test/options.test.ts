import { expect, it } from "vitest";
import { readCommand } from "../options.ts";

const read = (...args: readonly string[]) => readCommand(args, () => "42");
const base = { kind: "fuzz", paths: [], seed: "42" };

it.each([
  [[], { ...base, times: 10 }],
  [["packages/agent", "tools"], { ...base, paths: ["packages/agent", "tools"], times: 10 }],
  [["--times", "50", "--seed=-7"], { ...base, times: 50, seed: "-7" }],
  [["--until", "2000"], { ...base, times: 1, until: 2000 }],
  [["--until", "2000", "--slice", "90s"], { ...base, times: 1, until: 2000, sliceMs: 90_000 }],
  [["--slice=5m", "--until=9"], { ...base, times: 1, until: 9, sliceMs: 300_000 }],
  [["--until", "9", "--slice", "1h"], { ...base, times: 1, until: 9, sliceMs: 3_600_000 }],
  [["--help"], { kind: "help" }],
])("reads %j", (args, command) => {
  expect(read(...args)).toEqual(command);
});

it.each([
  [["--runs", "5"], "Unknown flag --runs. Use one of: --times, --until, --slice, --seed, --help."],
  [["-x"], "Unknown flag -x. Use one of: --times, --until, --slice, --seed, --help."],
  [["--times"], "Missing value for --times. Run npm run fuzz -- --help."],
  [["--times", "0"], 'Invalid value for --times: "0". Use a number from 1 to 9999.'],
  [["--until", "many"], 'Invalid value for --until: "many". Use a number from 1 to 9999999.'],
  [
    ["--until", "9", "--slice", "5"],
    'Invalid value for --slice: "5". Use a number with s, m or h, such as 5m.',
  ],
  [["--seed", "abc"], 'Invalid value for --seed: "abc". Use an integer.'],
  [["--times", "2", "--until", "9"], "--times cannot be used with --until. Remove one of them."],
  [["--slice", "5m"], "--slice needs --until."],
])("refuses %j", (args, text) => {
  expect(read(...args)).toEqual({ kind: "error", text });
});

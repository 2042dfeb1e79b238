import type { ToolOutcome } from "@skein/protocol";
import { expect, it } from "vitest";
import { sayHeldBack } from "../../../src/developer/shell/sandboxed.ts";

const ran: ToolOutcome = { content: [{ type: "text", text: "output\n[exit code 137]" }] };
const late: ToolOutcome = { kind: "timed-out", afterMs: 100, partial: "output\n" };
const stopped: ToolOutcome = { kind: "interrupted", started: true, partial: "output" };
const note = "[The sandbox ended this command at its limit.]";

const held = (limit: string | undefined, signs: readonly string[]) => ({
  argv: [],
  env: {},
  release: async () => [],
  limitReached: () => limit,
  signsIn: () => signs,
});
const limit = note.slice(1, -1);
const noted = { content: [{ type: "text", text: `output\n[exit code 137]\n${note}` }] };

it.each([
  ["a limit", ran, limit, [], noted],
  ["a limit rather than a sign", ran, limit, ["There is no network."], noted],
  ["a limit before a deadline", late, limit, [], { ...late, partial: `output\n${note}` }],
  ["no limit before a deadline", late, undefined, ["There is no network."], late],
  ["nothing after an interruption", stopped, limit, [], stopped],
  ["nothing", ran, undefined, [], ran],
])("the model is told of %s", (_, outcome, reached, signs, expected) => {
  expect(sayHeldBack(outcome, held(reached, signs))).toEqual(expected);
});

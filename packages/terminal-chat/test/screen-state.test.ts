import { describe, expect, it } from "vitest";
import {
  hintAt,
  idleScreen,
  screenStep,
  type ScreenInput,
  type ScreenStep,
} from "../src/screen/screen-state.ts";

const changed = (isRunning: boolean, isAside: boolean, now: number): ScreenInput => ({
  type: "chat-changed",
  isRunning,
  isAside,
  cwd: "/",
  now,
});
const stopKey = (isEscape: boolean, isPromptEmpty: boolean, now = 0): ScreenInput => ({
  type: "stop-key",
  isEscape,
  isPromptEmpty,
  now,
});

function play(...inputs: readonly ScreenInput[]): ScreenStep {
  return inputs.reduce<ScreenStep>(({ state }, input) => screenStep(state, input), { state: idleScreen });
}

describe("the work that a screen shows", () => {
  it.each([
    ["none", [changed(false, false, 1)], undefined],
    ["a run", [changed(true, false, 1)], { startedAt: 1, isEnding: false, isAside: false }],
    [
      "a run that goes on",
      [changed(true, false, 1), changed(true, false, 2)],
      { startedAt: 1, isEnding: false, isAside: false },
    ],
    [
      "other work in place of a run",
      [changed(true, false, 1), changed(false, true, 2)],
      { startedAt: 2, isEnding: false, isAside: true },
    ],
    [
      "an interrupted run",
      [changed(true, false, 1), { type: "interrupted" } as const],
      { startedAt: 1, isEnding: true, isAside: false },
    ],
    ["none to interrupt", [{ type: "interrupted" } as const], undefined],
    ["none after a run", [changed(true, false, 1), changed(false, false, 2)], undefined],
  ])("is %s", (_, inputs, work) => {
    expect(play(...inputs).state.work).toEqual(work);
  });

  it("is done once", () => {
    expect(play(changed(true, false, 1), changed(false, false, 2)).effect).toBe("work-done");
    expect(play(changed(false, false, 2)).effect).toBeUndefined();
  });
});

describe("Ctrl+C and Esc", () => {
  it.each([
    ["Ctrl+C interrupts work", [changed(true, false, 0), stopKey(false, false)], "interrupt"],
    ["Esc interrupts work", [changed(false, true, 0), stopKey(true, true)], "interrupt"],
    ["Ctrl+C clears the prompt", [stopKey(false, false)], "clear-prompt"],
    ["Esc leaves the prompt as it is", [stopKey(true, false)], "keep-prompt"],
    ["one Ctrl+C only hints", [stopKey(false, true)], undefined],
    ["two Ctrl+C leave", [stopKey(false, true), stopKey(false, true, 1_999)], "leave"],
    ["two Esc go back", [stopKey(true, true), stopKey(true, true, 1_999)], "rewind"],
    ["the second comes too late", [stopKey(false, true), stopKey(false, true, 2_000)], undefined],
    ["one of each only hints", [stopKey(true, true), stopKey(false, true, 1)], undefined],
    [
      "the third only hints again",
      [stopKey(false, true), stopKey(false, true, 1), stopKey(false, true, 2)],
      undefined,
    ],
  ])("%s", (_, inputs, effect) => {
    expect(play(...inputs).effect).toBe(effect);
  });
});

describe("a hint", () => {
  const hint: ScreenInput = { type: "hint", text: "No.", now: 10 };

  it("is shown for two seconds", () => {
    const { state } = play(hint);
    expect([10, 2_009, 2_010].map((now) => hintAt(state, now))).toEqual(["No.", "No.", undefined]);
  });

  it("is forgotten when its time is over", () => {
    expect(play(hint, { type: "tick", now: 2_009 }).state.hint).toBeDefined();
    expect(play(hint, { type: "tick", now: 2_010 }).state.hint).toBeUndefined();
  });

  it("says what the second press does", () => {
    expect(hintAt(play(stopKey(true, true)).state, 1)).toContain("Esc goes back");
    expect(hintAt(play(stopKey(false, true)).state, 1)).toContain("Ctrl+C leaves");
  });
});

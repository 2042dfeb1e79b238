import { describe, expect, it } from "vitest";
import { promptAction, screenAction } from "../src/screen/key-actions.ts";
import { nextMode } from "../src/screen/screen-keyboard.ts";

const [ctrlC, ctrlD, ctrlG, ctrlO, ctrlP, ctrlR, ctrlV, ctrlZ] = [
  "\x03",
  "\x04",
  "\x07",
  "\x0f",
  "\x10",
  "\x12",
  "\x16",
  "\x1a",
];
const [escape, tab, shiftTab, altEnter, up, down] = ["\x1b", "\t", "\x1b[Z", "\x1b\r", "\x1b[A", "\x1b[B"];

describe("a key of the whole screen", () => {
  const alone = { hasPicker: false, hasQuestion: false };

  it.each([
    ["Ctrl+Z", ctrlZ, alone, "suspend"],
    ["Ctrl+Z in a list", ctrlZ, { ...alone, hasPicker: true }, "suspend"],
    ["a letter in a list", "x", { ...alone, hasPicker: true }, "pick"],
    ["Ctrl+O in a list", ctrlO, { ...alone, hasPicker: true }, "pick"],
    ["Tab in a list", tab, { ...alone, hasPicker: true }, "pick"],
    ["Tab in a list above a question", tab, { hasPicker: true, hasQuestion: true }, "close-picker"],
    ["a letter in a list above a question", "x", { hasPicker: true, hasQuestion: true }, "pick"],
    ["Ctrl+O", ctrlO, alone, "expand"],
    ["Ctrl+P", ctrlP, alone, "list-commands"],
    ["Shift+Tab", shiftTab, alone, "change-mode"],
    ["Ctrl+G", ctrlG, alone, "edit-outside"],
    ["Ctrl+G at a question", ctrlG, { ...alone, hasQuestion: true }, undefined],
    ["Tab at a question", tab, { ...alone, hasQuestion: true }, undefined],
    ["a letter", "x", alone, undefined],
  ])("%s", (_, key, place, action) => {
    expect(screenAction(key, place)).toBe(action);
  });
});

describe("a key at the prompt", () => {
  const idle = { isCompleting: false, isEmpty: true, isRunning: false };

  it.each([
    ["Esc", escape, idle, "escape"],
    ["Esc at completions", escape, { ...idle, isCompleting: true }, "type"],
    ["Ctrl+C", ctrlC, idle, "stop"],
    ["Ctrl+C at completions", ctrlC, { ...idle, isCompleting: true }, "stop"],
    ["Ctrl+D", ctrlD, idle, "leave"],
    ["Ctrl+D in a text", ctrlD, { ...idle, isEmpty: false }, "type"],
    ["Alt+Enter", altEnter, idle, "new-line"],
    ["Alt+Enter in a run", altEnter, { ...idle, isRunning: true }, "queue"],
    ["Ctrl+R", ctrlR, idle, "search-history"],
    ["Ctrl+V", ctrlV, idle, "paste-image"],
    ["up", up, idle, "walk"],
    ["down", down, idle, "walk"],
    ["up at completions", up, { ...idle, isCompleting: true }, "type"],
    ["a letter", "x", idle, "type"],
  ])("%s", (_, key, prompt, action) => {
    expect(promptAction(key, prompt)).toBe(action);
  });
});

it.each([
  ["smart_approve", "accept_edits"],
  ["accept_edits", "plan"],
  ["plan", "smart_approve"],
  ["auto", "smart_approve"],
])("Shift+Tab leads from %s to %s", (from, to) => {
  expect(nextMode(from)).toBe(to);
});

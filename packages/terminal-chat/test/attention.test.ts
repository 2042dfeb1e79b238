import type { ScreenSettings } from "@skein/settings";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAttention } from "../src/screen/attention.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function attention(
  settings: Partial<ScreenSettings> = {},
  features: { multiplexer?: "tmux"; notice?: "osc9" } = {},
) {
  const written: string[] = [];
  const made = createAttention({
    notifications: "auto",
    terminalTitle: false,
    ...settings,
    features: { links: true, ...features },
    write: (bytes) => void written.push(bytes),
    subject: () => "shop",
    platform: "linux",
    onFailure: () => undefined,
  });
  return { written, ...made };
}

const idle = { isRunning: false, isWaiting: false };
const working = { isRunning: true, isWaiting: false };
const asking = { isRunning: true, isWaiting: true };

describe("a chat that wants attention", () => {
  it("rings once, when a question waits and no key was pressed for a while", () => {
    const chat = attention();
    vi.advanceTimersByTime(60_000);
    chat.sees(working);
    chat.onKey();
    chat.sees(asking);
    vi.advanceTimersByTime(4_900);
    chat.sees(asking);
    expect(chat.written).toEqual([]);
    vi.advanceTimersByTime(200);
    vi.advanceTimersByTime(60_000);
    expect(chat.written).toEqual(["\x07"]);
  });

  it("is silent to whoever types, and once the question is gone", () => {
    const chat = attention();
    chat.sees(asking);
    chat.onKey();
    vi.advanceTimersByTime(60_000);
    chat.onKey();
    chat.sees(working);
    chat.sees(asking);
    chat.sees(working);
    vi.advanceTimersByTime(60_000);
    expect(chat.written).toEqual([]);
  });

  it.each([
    [14_000, 0],
    [16_000, 1],
  ])("of a run of %i ms tells the end %i times", (ms, times) => {
    const chat = attention();
    chat.sees(working);
    vi.advanceTimersByTime(ms);
    chat.sees(idle);
    vi.advanceTimersByTime(60_000);
    expect(chat.written).toHaveLength(times);
  });

  it.each([
    ["a terminal that can", {}, { notice: "osc9" }, "\x1b]9;shop: a question waits for you.\x07"],
    ["tmux", {}, { multiplexer: "tmux", notice: "osc9" }, "\x07"],
    [
      "tmux, where it was asked for",
      { notifications: "osc777" },
      { multiplexer: "tmux" },
      "\x1bPtmux;\x1b\x1b]777;notify;Skein;shop: a question waits for you.\x07\x1b\\",
    ],
  ] as const)("tells it in %s", (_, settings, features, bytes) => {
    const chat = attention(settings, features);
    vi.advanceTimersByTime(10_000);
    chat.sees(asking);
    vi.advanceTimersByTime(1);
    expect(chat.written).toEqual([bytes]);
  });

  it("says nothing where that is set", () => {
    const chat = attention({ notifications: "off" });
    chat.sees(asking);
    vi.advanceTimersByTime(60_000);
    expect(chat.written).toEqual([]);
  });

  it("has a title for what it does, and gives the terminal's own back", () => {
    const chat = attention({ terminalTitle: true, notifications: "off" });
    for (const activity of [idle, working, working, asking, idle]) chat.sees(activity);
    chat.stop();
    expect(chat.written).toEqual([
      "\x1b[22;2t\x1b]2;shop - skein\x07",
      "\x1b]2;* shop - skein\x07",
      "\x1b]2;? shop - skein\x07",
      "\x1b]2;shop - skein\x07",
      "\x1b[23;2t",
    ]);
  });
});

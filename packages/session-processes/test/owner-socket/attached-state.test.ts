import type { Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { afterNews, attachedState } from "../../src/owner-socket/attached-state.ts";
import { ownerProtocol, type Greeting } from "../../src/owner-socket/messages.ts";

describe("what is known of a session in another process", () => {
  const here = {
    session: "s",
    provider: "here",
    model: "here",
    mode: "chat",
    cwd: "/here",
    interaction: "chat",
    builtins: [],
    options: { effort: "low", temperature: 1 },
  } as const;
  const greeting: Greeting = {
    skein: ownerProtocol,
    session: "s",
    pid: 1,
    cwd: "/there",
    provider: "p",
    model: "m",
    mode: "auto",
    isRunning: true,
  };
  const state = attachedState(here, greeting);
  const settings = {
    type: "settings",
    session: "s",
    path: [],
    provider: "p",
    model: "n",
    mode: "plan",
  } as const;

  it("is what the owner says, and otherwise what holds here", () => {
    expect(state).toEqual({
      isRunning: true,
      settings: {
        ...here,
        cwd: "/there",
        provider: "p",
        model: "m",
        mode: "auto",
        options: { temperature: 1 },
      },
    });
  });

  it("follows the owner's changes, and the vendor's effort is one of them", () => {
    const changed = afterNews(state, { ...settings, effort: "high" });
    expect(changed.settings).toMatchObject({ model: "n", mode: "plan", options: { effort: "high" } });
    expect(afterNews(changed, settings).settings.options).toEqual({ temperature: 1 });
  });

  it("runs from the start of a run to its outcome", () => {
    const start = { type: "run-start", session: "s", path: [], run: "r", input: [] } as const;
    const end = {
      type: "outcome",
      session: "s",
      outcome: "done",
      turns: 1,
      usage: {},
      durationMs: 1,
    } as const;
    const over = afterNews(state, { ...end, path: [] });
    expect(over).toEqual({ ...state, isRunning: false });
    expect(afterNews(over, start)).toEqual(state);
    expect(afterNews(state, { ...end, path: ["call"] })).toBe(state);
  });

  it("does not change with what subagents do, nor with what is only written", () => {
    expect(afterNews(state, { ...settings, path: ["call"] })).toBe(state);
    expect(afterNews(state, { type: "entry", entry: {} as Entry })).toBe(state);
    expect(afterNews(state, { type: "name", session: "s", path: [], name: "n", by: "user" })).toBe(state);
  });
});

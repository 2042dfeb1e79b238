import { describe, expect, it } from "vitest";
import { NotStartedError, type AgentEvent, type AgentEventBody, type UserPart } from "@skein/protocol";
import {
  chatStep,
  newProgress,
  waitingMessages,
  type ChatEffect,
  type ChatInput,
  type ChatProgress,
} from "../src/chat/chat-progress.ts";

const own = (body: AgentEventBody): AgentEvent => ({ ...body, session: "s", path: [] });
const news = (body: AgentEventBody, isOfSubagent = false): ChatInput => ({
  type: "news",
  news: own(body),
  isOfSubagent,
});
const text = (words: string): readonly UserPart[] => [{ type: "text", text: words }];
const message = (content: readonly UserPart[]): AgentEventBody => ({
  type: "user-message",
  from: "user",
  content,
});

const runStart = news({ type: "run-start", run: "r", input: [] });
const requested: ChatInput = { type: "run-requested", text: "fix it" };
const toolEnd: AgentEventBody = { type: "tool-end", callId: "c", tool: "t", durationMs: 1, content: [] };
const turnEnd: AgentEventBody = {
  type: "turn-end",
  turn: 1,
  stop: "answered",
  usage: { input: 7, output: 2 },
};
const outcome: AgentEventBody = {
  type: "outcome",
  outcome: "done",
  turns: 1,
  usage: { input: 7, output: 2 },
  costUsd: 0,
  durationMs: 3,
};

/** The state after all inputs, and the effects of the last one. */
function play(...inputs: readonly ChatInput[]): {
  readonly progress: ChatProgress;
  readonly effects: readonly ChatEffect[];
} {
  return inputs.reduce<ReturnType<typeof chatStep>>(({ progress }, input) => chatStep(progress, input), {
    progress: newProgress("s"),
    effects: [],
  });
}

const typesOf = (effects: readonly ChatEffect[]) => effects.map(({ type }) => type);

describe("a run", () => {
  it("shows the message when it is typed, and not again when it reaches the conversation", () => {
    expect(play(requested).effects).toEqual([{ type: "show-message", text: "fix it", hasWaited: false }]);
    const { progress, effects } = play(requested, runStart, news(message(text("fix it"))));
    expect(typesOf(effects)).toEqual(["show-change"]);
    expect(progress.isEchoed).toBe(false);
  });

  it("shows a message that another client has sent", () => {
    const { effects } = play(runStart, news(message(text("by someone else"))));
    expect(effects[0]).toEqual({ type: "show-message", text: "by someone else", hasWaited: false });
  });

  it("shows files of a message even if its text was shown before", () => {
    const content: readonly UserPart[] = [
      ...text("fix it"),
      { type: "image", mediaType: "image/png", data: "AA==" },
    ];
    expect(typesOf(play(requested, runStart, news(message(content))).effects)).toEqual([
      "show-attachments",
      "show-change",
    ]);
  });

  it("does not show a message before those that wait for their place", () => {
    const waiting = { text: "first", isSteering: false };
    const { progress, effects } = play({ type: "message-sent", message: waiting }, requested);
    expect(effects).toEqual([]);
    expect(progress).toMatchObject({ isRunning: true, isEchoed: false });
  });

  it("without a message shows none", () => {
    const { progress, effects } = play(
      { type: "resume-offered" },
      { type: "run-requested", text: undefined },
    );
    expect(effects).toEqual([]);
    expect(progress).toMatchObject({ isRunning: true, isEchoed: false, offersToGoOn: false });
  });

  it("ends with its outcome and the tool calls of this run alone", () => {
    const { progress, effects } = play(
      runStart,
      news(toolEnd),
      runStart,
      news(toolEnd),
      news(toolEnd),
      news(outcome),
    );
    expect(progress.isRunning).toBe(false);
    expect(typesOf(effects)).toEqual(["show-change", "end-run"]);
    expect(effects.at(-1)).toMatchObject({ result: { outcome: "done", toolCalls: 2 } });
  });

  it("withdraws the offer to resume the session", () => {
    expect(play({ type: "resume-offered" }).progress.offersToGoOn).toBe(true);
    expect(play({ type: "resume-offered" }, runStart).progress.offersToGoOn).toBe(false);
  });

  it.each([
    ["an error", new Error("no"), "show-error"],
    ["another reason", new NotStartedError("max-time", "Too late."), "show-error"],
    ["an interruption", new NotStartedError("interrupted", "Interrupted."), "show-result"],
  ])("that could not start because of %s is over", (_, error, type) => {
    const { progress, effects } = play(requested, { type: "run-refused", error });
    expect(typesOf(effects)).toEqual([type]);
    expect(progress).toMatchObject({ isRunning: false, isEchoed: false });
  });
});

describe("events", () => {
  it.each([
    ["between runs change the view alone", [news(message(text("x")))], []],
    ["of a subagent are shown", [runStart, news(toolEnd, true)], ["show-change"]],
    ["of a subagent do not end the run", [runStart, news(outcome, true)], ["show-change"]],
    ["of a reply measure the context", [news(turnEnd)], ["measure-context"]],
    ["of a subagent's reply do not", [runStart, news(turnEnd, true)], ["show-change"]],
  ])("%s", (_, inputs, effects) => {
    expect(typesOf(play(...inputs).effects)).toEqual(effects);
  });

  it("of a subagent leave the counts of the run alone", () => {
    const { progress } = play(runStart, news(toolEnd, true), news(turnEnd, true), news(outcome, true));
    expect(progress).toMatchObject({ isRunning: true, toolCalls: 0, replyCalls: 0 });
  });

  it("count replies and tell the tokens that the context takes", () => {
    const { progress, effects } = play(news(turnEnd), news(turnEnd));
    expect(progress.replyCalls).toBe(2);
    expect(effects).toEqual([{ type: "measure-context", tokens: 9 }]);
  });
});

describe("messages to a busy session", () => {
  const [first, second] = [
    { text: "first", isSteering: true },
    { text: "second", isSteering: false },
  ];
  const sent: readonly ChatInput[] = [
    { type: "message-sent", message: first },
    { type: "message-sent", message: second },
  ];

  it("wait until the session has accepted them", () => {
    expect(waitingMessages(play(...sent).progress)).toEqual([first, second]);
    const { progress, effects } = play(...sent, { type: "message-settled", message: first });
    expect(progress.pending).toEqual([second]);
    expect(effects).toEqual([]);
  });

  it("are not listed twice when the session tells that they wait", () => {
    const queued = news({ type: "queued", id: "q", steer: false, content: text("second") });
    const { progress } = play(runStart, ...sent, queued);
    expect(progress.pending).toEqual([first]);
    expect(waitingMessages(progress).map((waiting) => waiting.text)).toEqual(["second", "first"]);
  });

  it("stay when the session tells of another one", () => {
    const queued = news({ type: "queued", id: "q", steer: false, content: text("third") });
    expect(play(...sent, queued).progress.pending).toEqual([first, second]);
  });

  it("are removed with a message when they are refused", () => {
    const { progress, effects } = play(...sent, {
      type: "message-settled",
      message: second,
      error: new Error("no"),
    });
    expect(progress.pending).toEqual([first]);
    expect(effects).toMatchObject([{ type: "show-error", error: { message: "no" } }]);
  });
});

describe("the session", () => {
  const chosen: ChatInput = { type: "model-chosen", provider: "p", model: "m" };

  it.each([
    ["a model is chosen", [chosen], { provider: "p", model: "m", role: undefined }],
    ["another one is opened", [chosen, { type: "session-left" } as const], undefined],
  ])("has another context when %s", (_, inputs, switched) => {
    const { progress, effects } = play(...inputs);
    expect(progress.switched).toEqual(switched);
    expect(effects).toEqual([{ type: "forget-context" }]);
  });

  it("has another context and nothing to resume after an undo", () => {
    const { progress, effects } = play({ type: "resume-offered" }, { type: "session-rewound" });
    expect(progress.offersToGoOn).toBe(false);
    expect(effects).toEqual([{ type: "forget-context" }]);
  });

  it("may be at work for another client", () => {
    expect(play({ type: "session-joined", isRunning: true }).progress.isRunning).toBe(true);
  });

  it("is answered by the model that it was switched to in a run", () => {
    const switched = news({ type: "model-switched", provider: "p", model: "m", reason: "Chosen." });
    expect(play(runStart, switched).progress.switched).toEqual({
      provider: "p",
      model: "m",
      role: undefined,
    });
  });
});

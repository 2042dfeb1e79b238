import type { AgentEvent, AgentEventBody } from "@skein/protocol";
import { emptyView, viewReducer } from "@skein/session-view";
import { expect, it } from "vitest";
import { viewUpdates } from "../src/view-updates.ts";

const delta = (text: string): AgentEventBody => ({ type: "text-delta", part: 0, delta: text });
const whole = (text: string, provider = "p"): AgentEventBody => ({
  type: "message",
  role: "assistant",
  content: [{ type: "text", text }],
  stop: "answered",
  provider,
  model: "m",
});

/** What a client is told of each event. */
function toldOf(bodies: readonly AgentEventBody[], path: readonly string[] = []) {
  const updates = viewUpdates("/work", { notices: false, compactions: false });
  let view = emptyView();
  return bodies.map((body) => {
    const event: AgentEvent = { session: path.length === 0 ? "s" : "child", path, ...body };
    view = viewReducer(view, event);
    return updates(view);
  });
}

const words = (told: ReturnType<typeof toldOf>) =>
  told.map((updates) =>
    updates
      .map((one) => ("content" in one && one.content && "text" in one.content ? one.content.text : ""))
      .join(""),
  );

it("tells the words of a reply once, piece by piece", () => {
  expect(words(toldOf([delta("One "), delta("two."), whole("One two."), delta("Three.")]))).toEqual([
    "One ",
    "two.",
    "",
    "Three.",
  ]);
});

it("tells a reply whole that did not stream", () => {
  expect(words(toldOf([whole("One two.")]))).toEqual(["One two."]);
});

it("says that a reply starts again of which something was told, and tells the new one from its beginning", () => {
  const restarted = { type: "reply-restarted", attempt: 2, reason: "it broke" } as const;
  const [, again, ...rest] = words(
    toldOf([delta("Half"), restarted, delta("Half and"), whole("Half and half.")]),
  );
  expect(again).toContain("starts again: it broke");
  expect(rest).toEqual(["Half and", " half."]);
  expect(words(toldOf([restarted]))).toEqual([""]);
});

it("tells of a subagent its calls, under the call that has started it, and not its words", () => {
  const start = {
    type: "tool-start",
    callId: "c2",
    tool: "shell",
    extension: "developer",
    effect: "runs",
    input: { command: "ls" },
  } as const;
  const called: AgentEventBody = {
    ...whole("I look."),
    content: [{ type: "tool-call", id: "c2", name: "shell", input: { command: "ls" } }],
  } as AgentEventBody;
  const printed = (text: string): AgentEventBody => ({ type: "tool-progress", callId: "c2", text });
  const told = toldOf([delta("I look."), called, start, printed("a\n"), printed("b\n")], ["c1"]);
  expect(told.flat()).toMatchObject([
    { sessionUpdate: "tool_call", toolCallId: "c1/c2", status: "pending", title: "shell: ls" },
    { sessionUpdate: "tool_call_update", toolCallId: "c1/c2", status: "in_progress", kind: "execute" },
    { content: [{ content: { text: "a\n" } }] },
    { content: [{ content: { text: "a\nb\n" } }] },
  ]);
  expect(told.at(-1)?.[0]).not.toHaveProperty("rawInput");
});

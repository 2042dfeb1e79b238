import type { Entry, EntryBody } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createTelemetry,
  type Attributes,
  type LogEntry,
  type Measurement,
  type TelemetrySink,
} from "../src/index.ts";

interface Kept {
  readonly name: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  ends: number;
  error?: string | undefined;
  message?: string | undefined;
}

/** Keeps what it is given. */
function keepingSink() {
  const spans: Kept[] = [];
  const measured: Measurement[] = [];
  const logged: LogEntry[] = [];
  const events: unknown[] = [];
  const sink: TelemetrySink = {
    startSpan({ name, parent, attributes }) {
      const own = parent && "context" in parent ? parent.context : parent;
      const kept: Kept = { name, parent: own?.traceparent, attributes: { ...attributes }, ends: 0 };
      spans.push(kept);
      return {
        context: { traceparent: name },
        set: (more: Attributes) => void Object.assign(kept.attributes, more),
        event: (event, _, more = {}) => void events.push([event, more]),
        end: (_, error) => {
          kept.ends++;
          kept.error = error?.type;
          kept.message = error?.message;
        },
      };
    },
    record: (one) => void measured.push(one),
    log: (one) => void logged.push(one),
  };
  return { sink, spans, measured, logged, events };
}

const entries = (...bodies: readonly (EntryBody & { readonly run?: string | null })[]): Entry[] =>
  bodies.map((body, index) => ({ v: 1, seq: index + 1, at: 1000 * (index + 1), run: "r1", ...body }));

const request = {
  kind: "model-request",
  purpose: "turn",
  provider: "bedrock",
  model: "m",
  options: {},
  requestHash: "",
} as const;
const intent = {
  kind: "tool-intent",
  callId: "c1",
  tool: "shell",
  extension: "developer",
  input: {},
  effect: "runs",
  repeat: "once",
} as const;
const outcome = { kind: "outcome", outcome: "done", turns: 1 } as const;

describe("spans of a session", () => {
  it("do not report what the vendor did not, and no cost without a price", () => {
    const { sink, spans, measured } = keepingSink();
    const result = {
      kind: "model-result",
      request: 2,
      attempts: 1,
      provider: "bedrock",
      model: "m2",
    } as const;
    createTelemetry({ sink }).observe(
      "s",
      entries({ kind: "run-start", input: [] }, request, { ...result, usage: { output: 3 } }, outcome),
    );
    const chat = spans.find(({ name }) => name === "chat m");
    expect(chat?.attributes).toMatchObject({
      "gen_ai.provider.name": "aws.bedrock",
      "gen_ai.response.model": "m2",
      "gen_ai.usage.output_tokens": 3,
      "gen_ai.usage.input_tokens": undefined,
      "skein.cost_usd": undefined,
    });
    expect(measured.map(({ metric }) => metric)).toEqual(["modelDuration", "tokens", "agentDuration"]);
  });

  it("that have no end when the run has one are cut off", () => {
    const { sink, spans } = keepingSink();
    createTelemetry({ sink }).observe(
      "s",
      entries({ kind: "run-start", input: [] }, request, intent, { ...outcome, outcome: "cancelled" }),
    );
    expect(spans.map(({ name, ends, error }) => [name, ends, error])).toEqual([
      ["invoke_agent skein", 1, "cancelled"],
      ["chat m", 1, "cut-off"],
      ["execute_tool shell", 1, "cut-off"],
    ]);
  });

  it("of a call that a process before this one had begun last as long as its tool", () => {
    const { sink, spans } = keepingSink();
    createTelemetry({ sink }).observe(
      "s",
      entries(
        { kind: "run-start", input: [] },
        {
          kind: "tool-result",
          callId: "c9",
          name: "shell",
          content: [],
          durationMs: 5,
          recovered: "collected",
        },
      ),
    );
    expect(spans.at(-1)).toMatchObject({ attributes: { "skein.recovered": "collected" }, ends: 1 });
  });

  it("of a subagent are below the call that started it, while it is executed", () => {
    const { sink, spans } = keepingSink();
    const telemetry = createTelemetry({ sink });
    telemetry.observe("s", entries({ kind: "run-start", input: [] }, intent));
    telemetry.introduce({ session: "t", agent: "docs", startedBy: { session: "s", callId: "c1" } });
    telemetry.observe("t", entries({ kind: "run-start", input: [] }));
    expect(spans.at(-1)).toMatchObject({ name: "invoke_agent docs", parent: "execute_tool shell" });
  });

  it("are ended at most once, each with its run, whatever the journal holds", () => {
    const any = fc.constantFrom<EntryBody>(
      { kind: "run-start", input: [] },
      request,
      { kind: "model-result", request: 2, attempts: 2, provider: "p", model: "m", usage: {} },
      { kind: "assistant-message", request: 2, content: [], stop: "answered" },
      { kind: "decision", callId: "c1", verdict: "deny", by: "rule" },
      intent,
      { kind: "tool-result", callId: "c1", name: "shell", content: [], durationMs: 1 },
      { kind: "rewind", to: 1 },
      outcome,
    );
    checkProperty(
      fc.property(fc.array(any, { maxLength: 30 }), (bodies) => {
        const { sink, spans } = keepingSink();
        createTelemetry({ sink }).observe("s", entries(...bodies, outcome));
        for (const { ends } of spans) expect(ends).toBe(1);
      }),
    );
  });
});

describe("log records of a session", () => {
  const failing = entries(
    { kind: "run-start", input: [] },
    request,
    {
      kind: "model-result",
      request: 2,
      attempts: 1,
      provider: "bedrock",
      model: "m",
      usage: {},
      error: { code: "overloaded", message: "Too many requests." },
    },
    { kind: "notice", audience: "both", level: "warning", text: "It was slow." },
    { ...outcome, outcome: "provider", error: { code: "overloaded", message: "Too many requests." } },
  );
  const logsWith = (content: boolean) => {
    const { sink, logged } = keepingSink();
    const telemetry = createTelemetry({ sink, content });
    telemetry.tell("s", { at: 1, level: "info", text: "Before the run." });
    telemetry.observe("s", failing);
    telemetry.tell("s", { at: 9000, level: "info", text: "After the run." });
    return logged.map(({ name, level, span, body }) => [name, level, span?.context.traceparent, body]);
  };

  it("are in the spans of what failed, and have texts where content is sent", () => {
    expect(logsWith(true)).toEqual([
      ["skein.notice", "info", undefined, "Before the run."],
      ["skein.failure", "error", "chat m", "Too many requests."],
      ["skein.notice", "warning", "invoke_agent skein", "It was slow."],
      ["skein.failure", "error", "invoke_agent skein", "Too many requests."],
      ["skein.notice", "info", "invoke_agent skein", "After the run."],
    ]);
  });

  it("have kinds and codes alone where it is not", () => {
    expect(logsWith(false).map(([, , , body]) => body)).toEqual([
      "notice",
      "overloaded",
      "notice",
      "overloaded",
      "notice",
    ]);
  });

  it.each([
    [true, "Too many requests."],
    [false, undefined],
  ])("and spans agree on messages (content: %s)", (content, message) => {
    const { sink, spans } = keepingSink();
    createTelemetry({ sink, content }).observe("s", failing);
    expect(spans.map(({ error, message: said }) => [error, said])).toEqual([
      ["overloaded", message],
      ["overloaded", message],
    ]);
  });

  it("are no errors where a run was stopped, or waits for an answer", () => {
    const { sink, logged } = keepingSink();
    for (const end of ["cancelled", "needs-input"] as const)
      createTelemetry({ sink }).observe(
        "s",
        entries({ kind: "run-start", input: [] }, { ...outcome, outcome: end }),
      );
    expect(logged.map(({ level, body }) => [level, body])).toEqual([
      ["info", "cancelled"],
      ["info", "needs-input"],
    ]);
  });
});

describe("content", () => {
  /** A session with a text of people, tools or files wherever an entry has one, for tools of each effect. */
  function sent(content: boolean | undefined): string {
    const said = "CONTENT";
    const text = [{ type: "text", text: said }] as const;
    const error = { code: "overloaded", message: said };
    const calls = (["reads", "writes", "runs", "unknown"] as const).flatMap((effect, index): EntryBody[] => {
      const callId = `c${index}`;
      const by = ["guarded path /CONTENT", "rule for shell(CONTENT *)", `hook "CONTENT"`, "mode auto"][
        index
      ]!;
      const input = { path: `/${said}`, command: said, content: said };
      const failure = { kind: "failed", message: said } as const;
      return [
        { kind: "decision", callId, verdict: "allow", by, reason: said },
        { ...intent, callId, effect, input },
        { kind: "tool-result", callId, name: "shell", content: text, durationMs: 1, failure },
      ];
    });
    const { sink, ...kept } = keepingSink();
    const telemetry = createTelemetry({ sink, ...(content === undefined ? {} : { content }) });
    telemetry.observe(
      "s",
      entries(
        { kind: "run-start", input: text },
        { kind: "user-message", from: "user", content: text },
        request,
        { kind: "assistant-message", request: 3, content: text, stop: "answered" },
        {
          kind: "model-result",
          request: 3,
          attempts: 2,
          provider: "bedrock",
          model: "m",
          usage: { output: 1 },
          error,
        },
        ...calls,
        { kind: "notice", audience: "both", level: "warning", text: said },
        { ...outcome, outcome: "provider", error },
      ),
    );
    telemetry.tell("s", { at: 1, level: "info", text: said });
    return JSON.stringify(kept);
  }

  it("is in no span, event, measurement or log record unless it is asked for", () => {
    expect(sent(undefined)).not.toContain("CONTENT");
    expect(sent(false)).not.toContain("CONTENT");
    expect(sent(true)).toContain("CONTENT");
  });

  it("is not needed to see who decided", () => {
    for (const by of ["guarded path", "rule for shell", "hook", "mode auto"])
      expect(sent(false)).toContain(`"skein.decision.by":"${by}"`);
  });
});

import { createHash } from "node:crypto";
import type { Entry, EntryBody } from "@skein/protocol";

/** A small session with one of nearly everything, for snapshots: times are fixed. */
export const richSession = "20260504-ab12";

const start = Date.UTC(2026, 4, 4, 9, 30);

const context = Buffer.from(JSON.stringify({ system: "You are helpful.", tools: [] }));
const contextHash = createHash("sha256").update(context).digest("hex");

export function richBlob(hash: string): Promise<Uint8Array | undefined> {
  return Promise.resolve(hash === contextHash ? new Uint8Array(context) : undefined);
}

/** One dot, PNG. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

const settings = {
  kind: "settings",
  provider: "acme",
  model: "large-2",
  mode: "smart_approve",
  extensions: ["developer"],
  limits: { maxTurns: 1000, maxRepetitions: 50 },
  options: { effort: "medium" },
} as const;

const usage = { input: 1210, output: 164, cacheRead: 9800 };

const requestFacts = {
  provider: "acme",
  model: "small-1",
  options: {},

  requestHash: "",
} as const;

export const richEntries: readonly Entry[] = written([
  [0, null, { kind: "session-start", id: richSession, cwd: "/project/greeting", interaction: "chat" }],
  [5, "r1", { kind: "run-start", input: [{ type: "text", text: "Make greet say the name, and test it." }] }],
  [6, "r1", settings],
  [7, "r1", { kind: "context", hash: contextHash, reason: "first request" }],
  [
    8,
    "r1",
    {
      kind: "user-message",
      from: "user",
      content: [
        {
          type: "text",
          text: "Make `greet` say the name, and test it.\n\n- keep it short\n- <b>no</b> new files",
        },
        { type: "image", mediaType: "image/png", data: dot },
      ],
    },
  ],
  [10, "r1", request("turn")],
  [2900, "r1", result(6, 0.0213)],
  [
    2910,
    "r1",
    {
      kind: "assistant-message",
      request: 6,
      stop: "tool-calls",
      content: [
        { type: "thinking", text: "The function is in src/greet.ts. I read it first, then run the tests." },
        {
          type: "text",
          text: "I look at the function and run the tests.\n\n| file | why |\n| --- | --- |\n| `src/greet.ts` | the function |\n| `test/greet.test.ts` | what it must do |",
        },
        { type: "tool-call", id: "c1", name: "read", input: { path: "src/greet.ts" } },
        { type: "tool-call", id: "c2", name: "shell", input: { command: "npm test" } },
      ],
    },
  ],
  [2920, "r1", { kind: "decision", callId: "c1", verdict: "allow", by: "mode smart_approve" }],
  [2921, "r1", intent("c1", "read", { path: "src/greet.ts" }, "reads")],
  [
    2925,
    "r1",
    {
      kind: "decision",
      callId: "c2",
      verdict: "ask",
      by: "mode smart_approve",
      reason: "it runs a program",
    },
  ],
  [
    2926,
    "r1",
    {
      kind: "question",
      question: {
        id: "q1",
        kind: "approval",
        callId: "c2",
        tool: "shell",
        extension: "developer",
        effect: "runs",
        input: { command: "npm test" },
        reason: "it runs a program",
      },
    },
  ],
  [7100, "r1", { kind: "answer", questionId: "q1", by: "user", answer: { allow: "session" } }],
  [
    2940,
    "r1",
    toolResult(
      "c1",
      "read",
      '1\texport function greet(name: string): string {\n2\t  return "Hello.";\n3\t}\n[3 lines, all shown]',
      12,
    ),
  ],
  [7110, "r1", intent("c2", "shell", { command: "npm test" }, "runs")],
  [
    9310,
    "r1",
    {
      ...toolResult(
        "c2",
        "shell",
        "\u001b[31m✗ greets by name\u001b[0m\n  expected “Hello, Ada.”\n  received “Hello.”\n\nexit 1",
        2200,
      ),
      failure: { kind: "failed", message: "exit 1" },
    },
  ],
  [9320, "r1", request("turn")],
  [12_100, "r1", result(17, 0.0188)],
  [
    12_110,
    "r1",
    {
      kind: "assistant-message",
      request: 17,
      stop: "tool-calls",
      content: [
        {
          type: "tool-call",
          id: "c3",
          name: "edit",
          input: {
            path: "src/greet.ts",
            old_text: 'export function greet(name: string): string {\n  return "Hello.";\n}\n',
            new_text: "export function greet(name: string): string {\n  return `Hello, ${name}.`;\n}\n",
          },
        },
      ],
    },
  ],
  [12_120, "r1", { kind: "decision", callId: "c3", verdict: "allow", by: "rule edit(src/**)" }],
  [12_121, "r1", { kind: "checkpoint", snapshot: "s1", root: "/project/greeting", callId: "c3" }],
  [
    12_125,
    "r1",
    intent(
      "c3",
      "edit",
      {
        path: "src/greet.ts",
        old_text: 'export function greet(name: string): string {\n  return "Hello.";\n}\n',
        new_text: "export function greet(name: string): string {\n  return `Hello, ${name}.`;\n}\n",
      },
      "writes",
    ),
  ],
  [12_140, "r1", toolResult("c3", "edit", "Edited src/greet.ts in 1 place.", 15)],
  [12_150, "r1", request("turn")],
  [14_900, "r1", result(24, 0.0121)],
  [
    14_910,
    "r1",
    {
      kind: "assistant-message",
      request: 24,
      stop: "answered",
      content: [
        {
          type: "text",
          text: "`greet` now says the name:\n\n```ts\ngreet('Ada'); // Hello, Ada.\n```\n\nSee [the guide](https://example.com/guide) or [a trap](javascript:alert(1)).",
        },
      ],
    },
  ],
  [14_950, "r1", { kind: "outcome", outcome: "done", turns: 3 }],
  [15_000, null, { kind: "model-request", ...requestFacts, purpose: "title" }],
  [
    15_800,
    null,
    {
      kind: "model-result",
      request: 28,
      attempts: 1,
      provider: "acme",
      model: "small-1",
      usage: { input: 300, output: 9 },
      costUsd: 0.0002,
    },
  ],
  [15_801, null, { kind: "name", name: "Greet by name", by: "model" }],
  [60_000, "r2", { kind: "run-start", input: [{ type: "text", text: "Now in French." }] }],
  [60_001, "r2", { ...settings, mode: "auto" }],
  [60_002, "r2", { kind: "user-message", from: "user", content: [{ type: "text", text: "Now in French." }] }],
  [60_010, "r2", request("turn")],
  [62_000, "r2", result(34, undefined)],
  [
    62_010,
    "r2",
    {
      kind: "assistant-message",
      request: 34,
      content: [
        {
          type: "tool-call",
          id: "c4",
          name: "write",
          input: { path: "src/bonjour.ts", content: 'export const bonjour = "Bonjour.";\n' },
        },
      ],
      stop: "tool-calls",
    },
  ],
  [62_020, "r2", { kind: "decision", callId: "c4", verdict: "allow", by: "mode auto" }],
  [
    62_021,
    "r2",
    intent(
      "c4",
      "write",
      { path: "src/bonjour.ts", content: 'export const bonjour = "Bonjour.";\n' },
      "writes",
    ),
  ],
  [62_060, "r2", toolResult("c4", "write", "Wrote src/bonjour.ts: 1 line (a new file).", 38)],
  [62_070, "r2", { kind: "outcome", outcome: "cancelled", turns: 1 }],
  [90_000, null, { kind: "rewind", to: 30 }],
  [120_000, "r3", { kind: "run-start", input: [{ type: "text", text: "Ask a helper to review it." }] }],
  [
    120_002,
    "r3",
    {
      kind: "user-message",
      from: "user",
      content: [{ type: "text", text: "Ask a helper to review it. \u202Egnp.exe" }],
    },
  ],
  [120_010, "r3", request("turn")],
  [
    123_000,
    "r3",
    {
      kind: "model-result",
      request: 44,
      attempts: 3,
      provider: "acme",
      model: "large-2",
      usage: {},
      error: { code: "overloaded", message: "The model is busy." },
    },
  ],
  [
    123_010,
    "r3",
    { kind: "notice", audience: "user", level: "warning", text: "The model is busy; trying once more." },
  ],
  [123_020, "r3", request("turn")],
  [126_000, "r3", result(47, 0.0105)],
  [
    126_010,
    "r3",
    {
      kind: "assistant-message",
      request: 47,
      content: [
        { type: "text", text: "A helper reviews it." },
        { type: "tool-call", id: "c5", name: "subagent", input: { instructions: "Review src/greet.ts" } },
      ],
      stop: "tool-calls",
    },
  ],
  [126_020, "r3", { kind: "decision", callId: "c5", verdict: "allow", by: "mode auto" }],
  [126_021, "r3", intent("c5", "subagent", { instructions: "Review src/greet.ts" }, "unknown")],
  [126_030, "r3", { kind: "child", session: "20260504-review", callId: "c5", rights: {} }],
  [
    126_100,
    "r3",
    {
      kind: "question",
      question: {
        id: "q2",
        kind: "elicitation",
        extension: "review",
        message: "Which branch?",
        schema: { type: "object" },
      },
    },
  ],
  [128_000, "r3", { kind: "answer", questionId: "q2", by: "user", answer: { reply: { branch: "main" } } }],
  [134_000, "r3", toolResult("c5", "subagent", "It is fine.", 7979)],
  [
    134_010,
    "r3",
    {
      kind: "compaction",
      summary: "greet was changed and reviewed.",
      firstKept: 40,
      pinned: [5],
      receipt: {},
    },
  ],
  [134_020, "r3", request("turn")],
  [
    135_000,
    "r3",
    {
      kind: "reply-draft",
      request: 57,
      content: [{ type: "text", text: "The review says that" }],
    },
  ],
]);

function written(planned: readonly (readonly [number, string | null, EntryBody])[]): readonly Entry[] {
  return planned.map(([ms, run, body], index) => ({ v: 1, seq: index + 1, at: start + ms, run, ...body }));
}

function request(purpose: "turn"): EntryBody {
  return { kind: "model-request", ...requestFacts, model: "large-2", purpose };
}

function result(asked: number, costUsd: number | undefined): EntryBody {
  return {
    kind: "model-result",
    request: asked,
    attempts: 1,
    provider: "acme",
    model: "large-2",
    usage,
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

function intent(
  callId: string,
  tool: string,
  input: { readonly [key: string]: string },
  effect: "reads" | "writes" | "runs" | "unknown",
): EntryBody {
  return { kind: "tool-intent", callId, tool, extension: "developer", input, effect, repeat: "once" };
}

function toolResult(callId: string, name: string, text: string, durationMs: number) {
  return { kind: "tool-result", callId, name, content: [{ type: "text", text }], durationMs } as const;
}

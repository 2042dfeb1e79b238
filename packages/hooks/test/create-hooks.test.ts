import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { GateRequest, HookEffect, HookEvent, JsonObject } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  createHooks,
  readHooks,
  type Hook,
  type HookCommandEnd,
  type HooksOptions,
  type Matcher,
} from "../src/index.ts";

const request: GateRequest = {
  callId: "c1",
  tool: "shell",
  extension: "developer",
  effect: "runs",
  input: { command: "rm -rf build" },
  cwd: "/work",
};
const before: HookEvent = { type: "before-tool", request };
const events: Readonly<Record<string, HookEvent>> = {
  PreToolUse: before,
  PermissionRequest: { type: "approval", request, reason: "why" },
  PostToolUse: { type: "after-tool", request, result: "gone", isFailure: false, isInterrupted: false },
  PostToolUseFailure: { type: "after-tool", request, result: "no", isFailure: true, isInterrupted: false },
  UserPromptSubmit: { type: "user-prompt", text: "hello" },
  SessionStart: { type: "session-start", source: "startup", model: "m" },
  SessionEnd: { type: "session-end", reason: "other" },
  PreCompact: { type: "before-compaction", cause: "full", wish: "" },
  PostCompact: { type: "after-compaction", cause: "asked", summary: "so far" },
  Notification: { type: "notification", about: "approval", text: "Someone is asked." },
  Elicitation: {
    type: "elicitation",
    questionId: "q1",
    extension: "mail",
    message: "Who are you?",
    schema: { type: "object", properties: { name: { type: "string" } } },
  },
  Stop: { type: "stop", text: "done", isContinued: false },
};

const session = { id: "s1", cwd: "/work", mode: () => "smart_approve" };
const any: Matcher = { text: "", matches: () => true };

/** A hook that says nothing, and what it was told. */
function withHook(event: string, group: JsonObject = {}) {
  const inputs: string[] = [];
  const { hooks } = readHooks(
    { [event]: [{ hooks: [{ type: "command", command: "check" }], ...group }] },
    "test",
  );
  const set = createHooks({
    hooks,
    session,
    variable: () => undefined,
    runCommand: async ({ input }) => {
      inputs.push(input);
      return { how: { code: 0 }, stdout: "", stderr: "" };
    },
  });
  return { inputs, run: (happened: HookEvent) => set.run(happened, AbortSignal.timeout(5_000)) };
}

function withEnd(event: string, end: Partial<HookCommandEnd>, more: JsonObject = {}) {
  const { hooks } = readHooks(
    { [event]: [{ hooks: [{ type: "command", command: "check", ...more }] }] },
    "test",
  );
  const inputs: JsonObject[] = [];
  const run = createHooks({
    hooks,
    session,
    variable: () => undefined,
    runCommand: async ({ input }) => {
      inputs.push(JSON.parse(input) as JsonObject);
      return { how: { code: 0 }, stdout: "", stderr: "", ...end };
    },
  });
  return { inputs, result: run.run(events[event]!, AbortSignal.timeout(5_000)) };
}

const specific = (event: string, fields: JsonObject) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } });

describe("what a command says", () => {
  const denied = { verdict: "deny", by: "hook check" } as const;
  it.each<[string, string, Partial<HookCommandEnd>, HookEffect]>([
    ["nothing", "PreToolUse", {}, {}],
    ["words that are no JSON", "PreToolUse", { stdout: "all fine" }, {}],
    ["exit 2", "PreToolUse", { how: { code: 2 }, stderr: "Not here.\n" }, { ...denied, reason: "Not here." }],
    ["exit 2", "PermissionRequest", { how: { code: 2 }, stderr: "No." }, { ...denied, reason: "No." }],
    ["exit 2", "UserPromptSubmit", { how: { code: 2 }, stderr: "No." }, { ...denied, reason: "No." }],
    ["exit 2", "PreCompact", { how: { code: 2 }, stderr: "No." }, { ...denied, reason: "No." }],
    ["exit 2", "PostToolUse", { how: { code: 2 }, stderr: "Lint it." }, { context: "Lint it." }],
    ["exit 2", "PostToolUseFailure", { how: { code: 2 }, stderr: "Try b." }, { context: "Try b." }],
    ["exit 2", "Stop", { how: { code: 2 }, stderr: "Tests are red." }, { continueWith: "Tests are red." }],
    ["exit 2", "SessionEnd", { how: { code: 2 }, stderr: "Bye." }, { notices: ["hook check: Bye."] }],
    [
      "exit 2 and no reason",
      "PreToolUse",
      { how: { code: 2 } },
      { ...denied, reason: "A hook blocked it and gave no reason." },
    ],
    ["text", "UserPromptSubmit", { stdout: "Today is Monday.\n" }, { context: "Today is Monday." }],
    ["text", "SessionStart", { stdout: "Branch main" }, { context: "Branch main" }],
    [
      "permissionDecision deny",
      "PreToolUse",
      { stdout: specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "No." }) },
      { ...denied, reason: "No." },
    ],
    [
      "permissionDecision ask",
      "PreToolUse",
      { stdout: specific("PreToolUse", { permissionDecision: "ask" }) },
      { verdict: "ask", by: "hook check" },
    ],
    [
      "permissionDecision allow",
      "PreToolUse",
      { stdout: specific("PreToolUse", { permissionDecision: "allow" }) },
      { verdict: "allow", by: "hook check" },
    ],
    [
      "another input",
      "PreToolUse",
      { stdout: specific("PreToolUse", { updatedInput: { command: "ls", timeout: 5 } }) },
      { input: { command: "ls", timeout_ms: 5 }, by: "hook check" },
    ],
    [
      "the older words",
      "PreToolUse",
      { stdout: '{"decision":"block","reason":"No."}' },
      { ...denied, reason: "No." },
    ],
    [
      "the older words",
      "PreToolUse",
      { stdout: '{"decision":"approve"}' },
      { verdict: "allow", by: "hook check" },
    ],
    [
      "behavior allow",
      "PermissionRequest",
      { stdout: specific("PermissionRequest", { decision: { behavior: "allow" } }) },
      { verdict: "allow", by: "hook check" },
    ],
    [
      "behavior deny, and an end",
      "PermissionRequest",
      {
        stdout: specific("PermissionRequest", {
          decision: { behavior: "deny", message: "Stop.", interrupt: true },
        }),
      },
      { ...denied, reason: "Stop.", endRun: "Stop." },
    ],
    ["block", "PostToolUse", { stdout: '{"decision":"block","reason":"Lint it."}' }, { context: "Lint it." }],
    ["block", "Stop", { stdout: '{"decision":"block","reason":"Go on."}' }, { continueWith: "Go on." }],
    [
      "more to know",
      "PostToolUse",
      { stdout: specific("PostToolUse", { additionalContext: "3 warnings" }) },
      { context: "3 warnings" },
    ],
    ["exit 2", "Elicitation", { how: { code: 2 }, stderr: "No." }, { ...denied, reason: "No." }],
    ["decline", "Elicitation", { stdout: specific("Elicitation", { action: "decline" }) }, denied],
    [
      "values",
      "Elicitation",
      { stdout: specific("Elicitation", { action: "accept", content: { name: "Ada" } }) },
      { reply: { name: "Ada" }, by: "hook check" },
    ],
    [
      "continue: false",
      "Stop",
      { stdout: '{"continue":false,"stopReason":"Budget meeting."}' },
      { endRun: "Budget meeting." },
    ],
    [
      "something for the user",
      "PreToolUse",
      { stdout: '{"systemMessage":"Careful."}' },
      { notices: ["hook check: Careful."] },
    ],
  ])("%s on %s", async (_, event, end, expected) => {
    expect(await withEnd(event, end).result).toEqual(expected);
  });
});

describe("a hook that fails", () => {
  const failures: readonly [string, Partial<HookCommandEnd>, string][] = [
    [
      "ends with another code",
      { how: { code: 1 }, stderr: "boom" },
      "It ended with exit code 1. It wrote: boom",
    ],
    ["is not found", { how: { code: 127 } }, "It ended with exit code 127."],
    ["is killed", { how: { signal: "SIGKILL" } }, "It was ended by SIGKILL."],
    ["is late", { how: "timed-out" }, "It took longer than 600 s."],
    ["cannot be started", { how: "not-started", stderr: "no shell" }, "It could not be started: no shell"],
    [
      "writes half an object",
      { stdout: '{"decision":' },
      "It wrote something that begins like JSON and cannot be parsed.",
    ],
    [
      "decides with an unknown word",
      { stdout: '{"decision":"perhaps"}' },
      'It decided "perhaps", which is not allow, ask or deny.',
    ],
    ["answers for another event", { stdout: specific("SessionEnd", {}) }, "It answered for SessionEnd where"],
  ];
  it.each(failures)("denies what it was to check when it %s", async (_, end, why) => {
    const { verdict, reason, notices } = await withEnd("PreToolUse", end).result;
    expect(verdict).toBe("deny");
    expect(reason).toContain(why);
    expect(notices).toEqual([reason]);
  });

  it.each(failures.filter(([what]) => !what.startsWith("decides")))(
    "is only told where nothing can be denied when it %s",
    async (_, end, why) => {
      const { verdict, notices } = await withEnd("Notification", end).result;
      expect([verdict, notices]).toEqual([undefined, [expect.stringContaining(why)]]);
    },
  );

  it("is only told when it was declared so", async () => {
    const { verdict, notices } = await withEnd("PreToolUse", { how: { code: 1 } }, { onFailure: "continue" })
      .result;
    expect([verdict, notices?.length]).toEqual([undefined, 1]);
  });
});

it.each(Object.keys(events))(
  "%s tells what happens in fields that scripts for Claude Code read",
  async (event) => {
    const { inputs, result } = withEnd(event, {});
    await result;
    expect(inputs[0]).toMatchSnapshot();
  },
);

it.each([
  ["done", "PostToolUse"],
  ["no\n[exit code 3]", "PostToolUseFailure"],
  ["[exit code 1]\n[This command ran in a sandbox.]", "PostToolUseFailure"],
  ["it said [exit code 3] and more", "PostToolUse"],
])("a command that ends with another code than 0 is a failure for hooks: %j", async (result, name) => {
  const { inputs, run } = withHook(name);
  await run({ type: "after-tool", request, result, isFailure: false, isInterrupted: false });
  expect(inputs).toHaveLength(1);
});

it.each(["UserPromptSubmit", "Stop"])("a matcher says nothing about %s, as in Claude Code", async (event) => {
  const { inputs, run } = withHook(event, { matcher: "nothing" });
  await run(events[event]!);
  expect(inputs).toHaveLength(1);
});

describe("several hooks", () => {
  const fn = (run: Extract<Hook["action"], { type: "function" }>["run"]): Hook => ({
    event: "PreToolUse",
    matcher: any,
    action: { type: "function", run },
    timeoutMs: 1_000,
    onFailure: "deny",
    variables: [],
    origin: "code",
  });
  const set = (hooks: readonly Hook[], more: Partial<HooksOptions> = {}) =>
    createHooks({
      hooks,
      session,
      variable: () => undefined,
      runCommand: () => Promise.reject(new Error("none")),
      ...more,
    });
  const says = (permissionDecision: string) =>
    fn(() => ({ hookSpecificOutput: { permissionDecision, permissionDecisionReason: permissionDecision } }));
  const signal = AbortSignal.timeout(5_000);

  it.each([
    ["allow", "ask", "ask"],
    ["ask", "allow", "ask"],
    ["allow", "deny", "deny"],
    ["deny", "allow", "deny"],
    ["ask", "deny", "deny"],
  ])("%s and %s: %s", async (one, other, expected) => {
    expect(await set([says(one), says(other)]).run(before, signal)).toMatchObject({
      verdict: expected,
      reason: expected,
    });
  });

  it("see the input as those before them left it", async () => {
    const seen: unknown[] = [];
    const adds = (word: string) =>
      fn((input) => {
        seen.push(input["tool_input"]);
        const { command } = input["tool_input"] as { command: string };
        return { hookSpecificOutput: { updatedInput: { command: `${command} ${word}` } } };
      });
    const { input } = await set([adds("one"), adds("two")]).run(before, signal);
    expect(seen).toEqual([{ command: "rm -rf build" }, { command: "rm -rf build one" }]);
    expect(input).toEqual({ command: "rm -rf build one two" });
  });

  it("end with the first that denies", async () => {
    let calls = 0;
    await set([says("deny"), fn(() => void calls++)]).run(before, signal);
    expect(calls).toBe(0);
  });

  it.each<[string, Hook]>([
    [
      "throws",
      fn(() => {
        throw new Error("broken");
      }),
    ],
    ["rejects", fn(() => Promise.reject(new Error("broken")))],
    ["returns no object", fn(() => 7)],
    ["never ends", { ...fn(() => new Promise(() => undefined)), timeoutMs: 20 }],
  ])("a function that %s denies", async (_, hook) => {
    expect(await set([hook]).run(before, signal)).toMatchObject({ verdict: "deny" });
  });

  it("stop with the run", async () => {
    const stopper = new AbortController();
    const run = set([fn(() => new Promise(() => undefined))]).run(before, stopper.signal);
    stopper.abort(new Error("over"));
    await expect(run).rejects.toThrow("over");
  });
});

describe("an HTTP hook", () => {
  async function withServer(
    answer: (
      body: string,
      headers: Readonly<Record<string, unknown>>,
    ) => { status?: number; body?: string } | undefined,
    hook: JsonObject = {},
  ): Promise<HookEffect> {
    const server = createServer((incoming, response) => {
      let body = "";
      incoming.on("data", (chunk) => (body += String(chunk)));
      incoming.on("end", () => {
        const end = answer(body, incoming.headers);
        if (end)
          response.writeHead(end.status ?? 200, { location: "http://127.0.0.1:1/" }).end(end.body ?? "");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    try {
      const { hooks } = readHooks({ PreToolUse: [{ hooks: [{ type: "http", url, ...hook }] }] }, "test");
      const variable = (name: string) => (name === "TOKEN" ? "t0p" : undefined);
      return await createHooks({
        hooks,
        session,
        variable,
        runCommand: () => Promise.reject(new Error("none")),
      }).run(before, AbortSignal.timeout(5_000));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it("posts the event with its headers, and obeys the answer", async () => {
    let told: unknown[] = [];
    const effect = await withServer(
      (body, headers) => {
        told = [(JSON.parse(body) as JsonObject)["tool_name"], headers["authorization"], headers["x"]];
        return {
          body: specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "Look." }),
        };
      },
      { headers: { authorization: "Bearer ${TOKEN}", x: "$TOKEN" }, allowedEnvVars: ["TOKEN"] },
    );
    expect(told).toEqual(["Bash", "Bearer t0p", "t0p"]);
    expect(effect).toMatchObject({ verdict: "ask", reason: "Look." });
  });

  it.each<[string, Parameters<typeof withServer>[0], JsonObject, string]>([
    ["answers with an error", () => ({ status: 500 }), {}, "The server answered with status 500."],
    ["sends it elsewhere", () => ({ status: 302 }), {}, "The server could not be reached"],
    ["answers with what is no JSON", () => ({ body: "{" }), {}, "begins like JSON"],
    ["answers with too much", () => ({ body: "x".repeat(1_100_000) }), {}, "more than 1048576 bytes"],
    ["never answers", () => undefined, { timeout: 0.05 }, "The server took longer than 0.05 s."],
    [
      "needs a variable that is not set",
      () => ({}),
      { headers: { a: "${OTHER}" }, allowedEnvVars: ["OTHER"] },
      "needs OTHER, which is not set",
    ],
  ])("denies when the server %s", async (_, answer, hook, why) => {
    expect(await withServer(answer, hook)).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining(why),
    });
  });
});

describe("a subagent's hooks", () => {
  const child = { ...session, subagent: { id: "s2", type: "reviewer" } };
  it.each<[HookEvent, string | undefined]>([
    [events["SessionStart"]!, "SubagentStart"],
    [events["Stop"]!, "SubagentStop"],
    [events["PreToolUse"]!, "PreToolUse"],
    [events["UserPromptSubmit"]!, undefined],
    [events["SessionEnd"]!, undefined],
  ])("know its start and end by names of their own", async (event, name) => {
    const names: unknown[] = [];
    const all = [
      "SessionStart",
      "SessionEnd",
      "Stop",
      "SubagentStart",
      "SubagentStop",
      "PreToolUse",
      "UserPromptSubmit",
    ] as const;
    const hooks = all.map((one): Hook => ({
      event: one,
      matcher: any,
      action: {
        type: "function",
        run: (input) => void names.push(input["hook_event_name"], input["agent_type"]),
      },
      timeoutMs: 1_000,
      onFailure: "continue",
      variables: [],
      origin: "code",
    }));
    const set = createHooks({
      hooks,
      session: child,
      variable: () => undefined,
      runCommand: () => Promise.reject(new Error("none")),
    });
    await set.run(event, AbortSignal.timeout(1_000));
    expect(names).toEqual(name === undefined ? [] : [name, "reviewer"]);
    expect(set.has(event.type)).toBe(name !== undefined);
  });
});

import { describe, expect, it } from "vitest";
import { ConfigError } from "@skein/protocol";
import { childGate, createGate, type RememberedStore } from "../src/index.ts";
import { request, signal } from "./requests.ts";

function thrownBy(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

describe("a gate that cannot be made", () => {
  it.each([
    ["a mode", { mode: "yolo" }, /"yolo"/, /auto, accept_edits, smart_approve, approve, plan, chat/],
    ["a rule without a tool", { mode: "auto", rules: [{ tool: "  ", verdict: "deny" }] }, /1/, /\*/],
    [
      "a verdict",
      { mode: "auto", rules: [{ tool: "shell", verdict: "no" as "deny" }] },
      /"no"/,
      /allow, ask, deny/,
    ],
  ] as const)("for %s is the user's mistake, and says what is possible", (_, options, message, hint) => {
    const error = thrownBy(() => createGate(options));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      code: "usage",
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(hint) as string,
    });
  });
});

describe("the reason of a decision", () => {
  const brokenStore: RememberedStore = {
    load: () => Promise.reject(new Error("line 3 is broken")),
    save: () => Promise.resolve(),
  };

  it("is the mode's and that the answers could not be read, when both are so", async () => {
    const { reason } = await createGate({ mode: "approve", store: brokenStore }).decide(request(), signal);
    expect(reason).toMatch(/mode approve asks first\. .*line 3 is broken/);
  });

  it("is the mode where it allows by itself, whatever was answered before", async () => {
    const gate = createGate({ mode: "approve" });
    await gate.remember(request(), "session");
    gate.setMode("auto");
    expect(await gate.decide(request(), signal)).toMatchObject({ verdict: "allow", by: "mode auto" });
  });

  it("is the answer, and whether it was kept for longer than the session", async () => {
    let kept: Parameters<RememberedStore["save"]>[0] = [];
    const store: RememberedStore = { load: async () => kept, save: async (answers) => void (kept = answers) };
    const gate = createGate({ mode: "approve", store });
    await gate.remember(request(), "always");
    expect(await gate.decide(request(), signal)).toMatchObject({ by: "your answer in this session" });
    const later = createGate({ mode: "approve", store });
    expect(await later.decide(request(), signal)).toMatchObject({ by: "your remembered answer" });
  });
});

it("the order of an input's fields does not matter to what is remembered; their values do", async () => {
  const gate = createGate({ mode: "approve" });
  const asked = (input: { readonly [name: string]: string }) => gate.decide(request({ input }), signal);
  await gate.remember(request({ input: { a: "1", b: "2", c: "3" } }), "session");
  expect(await asked({ c: "3", a: "1", b: "2" })).toMatchObject({ verdict: "allow" });
  expect(await asked({ a: "1", b: "3", c: "2" })).toMatchObject({ verdict: "ask" });
});

it("a stranger's tool that is called like a denied one is denied, too", async () => {
  const rules = [{ tool: "github__push", verdict: "deny" }] as const;
  const strangers = request({ tool: "github__push", extension: "stranger" });
  expect(await createGate({ mode: "auto", rules }).decide(strangers, signal)).toMatchObject({
    verdict: "deny",
  });
});

it("a child's mode can be made stricter later, and no freer than its parent's", async () => {
  const parent = createGate({ mode: "auto" });
  const child = childGate(parent);
  expect(await child.decide(request(), signal)).toMatchObject({ verdict: "allow" });
  child.setMode("approve");
  expect(await child.decide(request(), signal)).toMatchObject({ verdict: "ask" });
  parent.setMode("chat");
  child.setMode("auto");
  expect(await child.decide(request(), signal)).toMatchObject({ verdict: "deny" });
});

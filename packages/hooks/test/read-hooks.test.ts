import type { JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { hookTitle } from "../src/hook.ts";
import { readHooks } from "../src/index.ts";

const one = (hook: JsonValue, event = "PreToolUse") =>
  readHooks({ [event]: [{ hooks: [hook] }] }, "config.yaml");

describe("a declaration of hooks", () => {
  it("in the form of Claude Code is read as it is", () => {
    const { hooks, problems } = readHooks(
      {
        PreToolUse: [
          {
            matcher: "Bash|Edit",
            hooks: [
              { type: "command", command: "./check.sh", timeout: 5 },
              {
                type: "http",
                url: "http://127.0.0.1:1/hook",
                headers: { authorization: "Bearer ${TOKEN}" },
                allowedEnvVars: ["TOKEN"],
              },
            ],
          },
        ],
        Stop: [{ hooks: [{ type: "command", command: "npm test", statusMessage: "Testing" }] }],
      },
      "config.yaml",
    );
    expect(problems).toEqual([]);
    expect(
      hooks.map((hook) => [hook.event, hook.matcher.text, hookTitle(hook), hook.timeoutMs, hook.onFailure]),
    ).toEqual([
      ["PreToolUse", "Bash|Edit", "hook ./check.sh", 5_000, "deny"],
      ["PreToolUse", "Bash|Edit", "hook http://127.0.0.1:1/hook", 600_000, "deny"],
      ["Stop", "", "hook npm test", 600_000, "continue"],
    ]);
  });

  it.each<[string, JsonValue, string]>([
    ["no map", [], "hooks"],
    ["an unknown event", { PreTool: [] }, "hooks.PreTool"],
    ["no list of groups", { Stop: {} }, "hooks.Stop"],
    ["a group without hooks", { Stop: [{ matcher: "x" }] }, "hooks.Stop[0]"],
    ["an unknown key of a group", { Stop: [{ match: "x", hooks: [] }] }, "hooks.Stop[0].match"],
    [
      "a matcher that is no expression",
      { PreToolUse: [{ matcher: "(", hooks: [] }] },
      "hooks.PreToolUse[0].matcher",
    ],
    ["a matcher that is no text", { PreToolUse: [{ matcher: 1, hooks: [] }] }, "hooks.PreToolUse[0].matcher"],
  ])("with %s is refused, with its field and a fix", (_, value, field) => {
    const { hooks, problems } = readHooks(value, "config.yaml");
    expect(hooks).toEqual([]);
    expect(problems).toMatchObject([{ field, fix: expect.stringMatching(/^\w.*\.$/) }]);
  });

  it.each<[string, JsonValue, string]>([
    ["of no type", { command: "x" }, ".type"],
    ["of a type that there is not", { type: "prompt", prompt: "x" }, ".type"],
    ["of a type from the prototype", { type: "constructor" }, ".type"],
    ["without a command", { type: "command" }, ".command"],
    ["with an empty command", { type: "command", command: " " }, ".command"],
    ["with an unknown field", { type: "command", command: "x", async: true }, ".async"],
    ["with a condition, which is not known", { type: "command", command: "x", if: "Bash(git *)" }, ".if"],
    ["with no time", { type: "command", command: "x", timeout: 0 }, ".timeout"],
    ["with a time of words", { type: "command", command: "x", timeout: "5s" }, ".timeout"],
    ["with too long a time", { type: "command", command: "x", timeout: 100_000 }, ".timeout"],
    ["with a password in its address", { type: "http", url: "http://me:pw@127.0.0.1/" }, ".url"],
    ["with a file as its address", { type: "http", url: "file:///etc/passwd" }, ".url"],
    [
      "with headers that are no texts",
      { type: "http", url: "http://127.0.0.1/", headers: { a: 1 } },
      ".headers",
    ],
    [
      "with variables that are no list",
      { type: "command", command: "x", allowedEnvVars: "A" },
      ".allowedEnvVars",
    ],
    [
      "with a variable that is no name",
      { type: "command", command: "x", allowedEnvVars: ["A=b"] },
      ".allowedEnvVars",
    ],
    [
      "with a header of a variable that is not listed",
      { type: "http", url: "http://127.0.0.1/", headers: { a: "$KEY" } },
      ".headers.a",
    ],
    ["with an unknown word for failures", { type: "command", command: "x", onFailure: "ask" }, ".onFailure"],
    ["that is no map", "x", ""],
  ])("does not take a hook %s", (_, hook, field) => {
    const { hooks, problems } = one(hook);
    expect(hooks).toEqual([]);
    expect(problems).toMatchObject([{ field: `hooks.PreToolUse[0].hooks[0]${field}` }]);
  });

  it("does not take a hook that should deny where nothing can be denied", () => {
    const { problems } = one({ type: "command", command: "x", onFailure: "deny" }, "PostToolUse");
    expect(problems).toMatchObject([{ message: "A hook on PostToolUse has nothing to deny." }]);
  });

  it("keeps the hooks that can be read beside one that cannot", () => {
    const { hooks, problems } = readHooks(
      { Stop: [{ hooks: [{ type: "command", command: "a" }, { type: "command" }] }] },
      "config.yaml",
    );
    expect([hooks.length, problems.length]).toEqual([1, 1]);
  });
});

import { describe, expect, it } from "vitest";
import { createGate, suggestCommandRules } from "../src/index.ts";
import { request, signal } from "./requests.ts";

describe("the rules suggested for a command", () => {
  it.each([
    ["node --test test/a.test.ts", ["shell(node --test *)"]],
    ["node build.js", ["shell(node build.js)"]],
    ["npm test", ["shell(npm test *)"]],
    ["npm run build -- --watch", ["shell(npm run build *)"]],
    ["npm exec evil", ["shell(npm exec evil)"]],
    ["tsc -p .", ["shell(tsc *)"]],
    ["cargo test --all", ["shell(cargo test *)"]],
    ["git commit -m fix", ["shell(git commit *)"]],
    ["git push origin", ["shell(git push origin)"]],
    ["bash build.sh", ["shell(bash build.sh)"]],
    ["rm -rf dist", ["shell(rm -rf dist)"]],
    ["cd sub && npm test | tail -3", ["shell(npm test *)"]],
    ["make && make install", ["shell(make)", "shell(make install *)"]],
    ["ls", []],
    ["A=1 npm test", []],
    ["npm test $x", []],
    ["npm test > out", []],
  ])("%s: %j", async (command, rules) => {
    expect(suggestCommandRules(command)).toEqual(rules);
    if (rules.length === 0) return;
    const written = rules.map((tool) => ({ tool, verdict: "allow" }) as const);
    const gate = createGate({ mode: "smart_approve", rules: written });
    expect(await gate.decide(request({ input: { command } }), signal)).toMatchObject({ verdict: "allow" });
  });
});

import { describe, expect, it } from "vitest";
import { createGate } from "../src/index.ts";
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
    ["make && make install", ["shell(make)", "shell(make install)"]],
    ["A=1 npm test", ["shell(A=1 npm test *)"]],
    ["npm test $x", ["shell(npm test *)"]],
    ["npm test > out", ["edit(./out)", "shell(npm test *)"]],
    ["timeout 60 npm test", ["shell(npm test *)"]],
    ["sudo npm test", ["shell(sudo npm test)"]],
    ["echo x > out", ["edit(./out)"]],
    ["cat /etc/hosts", ["read(/etc/hosts)"]],
    ["rm $x", []],
    ["cat $x", []],
    ["eval ls", []],
    ["echo x > $y", []],
    ["npm test; git push $x", []],
    ["ls", []],
  ])("%s: %j", async (command, rules) => {
    const before = await createGate({ mode: "smart_approve" }).decide(
      request({ input: { command } }),
      signal,
    );
    expect(before.covers ?? []).toEqual(rules);
    if (rules.length === 0) return;
    const written = rules.map((tool) => ({ tool, verdict: "allow" }) as const);
    const gate = createGate({ mode: "smart_approve", rules: written });
    expect(await gate.decide(request({ input: { command } }), signal)).toMatchObject({ verdict: "allow" });
  });
});

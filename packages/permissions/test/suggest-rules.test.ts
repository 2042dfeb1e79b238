import { describe, expect, it } from "vitest";
import { createGate } from "../src/index.ts";
import { request, signal } from "./requests.ts";

describe("the rules suggested for a command", () => {
  it.each([
    ["node --test test/a.test.ts", ["shell(node --test [known])"]],
    ["node build.js", ["shell(node build.js)"]],
    ["npm test", ["shell(npm test [known])"]],
    ["npm run build -- --watch", ["shell(npm run build [known])"]],
    ["npm exec evil", ["shell(npm exec evil)"]],
    ["tsc -p .", ["shell(tsc [known])"]],
    ["cargo test --all", ["shell(cargo test [known])"]],
    ["git commit -m fix", ["shell(git commit [known])"]],
    ["git push origin", ["shell(git push origin)"]],
    ["bash build.sh", ["shell(bash build.sh)"]],
    ["rm -rf dist", ["shell(rm -rf dist)"]],
    ["cd sub && npm test | tail -3", ["shell(npm test [known])"]],
    ["make && make install", ["shell(make)", "shell(make install)"]],
    ["A=1 npm test", ["shell(A=1 npm test [known])"]],
    ["npm test $x", []],
    ["npm test --script-shell=/tmp/x", ["shell(npm test --script-shell=/tmp/x)"]],
    ["git log --output=a", ["shell(git log --output=a)"]],
    ["node --test --test-reporter-destination=a b", ["shell(node --test --test-reporter-destination=a b)"]],
    ["make all -j4", ["shell(make all -j4)"]],
    ["docker run x", ["shell(docker run x)"]],
    ["kubectl get pods", ["shell(kubectl get pods)"]],
    ["tar czf a.tgz src", ["shell(tar czf a.tgz src)"]],
    ["curl -s https://example.com", ["shell(curl -s https://example.com)"]],
    ["sed -i s/a/b/ c", ["shell(sed -i s/a/b/ c)"]],
    ["find src -delete", ["shell(find src -delete)"]],
    ["rg --pre cat x", []],
    ["awk -f a b", ["shell(awk -f a b)"]],
    ["npm test > out", ["edit(./out)", "shell(npm test [known])"]],
    ["timeout 60 npm test", ["shell(npm test [known])"]],
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

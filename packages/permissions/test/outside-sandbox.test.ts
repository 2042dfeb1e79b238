import { describe, expect, it } from "vitest";
import {
  childGate,
  createGate,
  permissionModes,
  type PermissionRule,
  type RememberedAnswer,
} from "../src/index.ts";
import { request, signal } from "./requests.ts";

const outside = (command: string, why = "It needs the network.") =>
  request({ input: { command, outside_sandbox: why } });

function verdictOf(mode: string, command: string, rules: readonly string[]) {
  const written = rules.map((text): PermissionRule => {
    const [verdict = "", tool = ""] = text.split(/ (.*)/s);
    return { verdict: verdict as PermissionRule["verdict"], tool };
  });
  const decision = createGate({ mode, rules: written }).decide(outside(command), signal);
  return Promise.resolve(decision).then(({ verdict }) => verdict);
}

describe("a command that is to run outside the sandbox", () => {
  it("is asked about with what, why and the rule for always", async () => {
    const decision = await createGate({ mode: "auto" }).decide(outside("npm ci --no-audit"), signal);
    expect(decision).toMatchInlineSnapshot(`
      {
        "by": "sandbox",
        "covers": [
          "outside(npm ci [known])",
        ],
        "reason": "It would run outside the sandbox, with your own access to files and network. The model says why: "It needs the network."",
        "unasked": "No one is available to approve running this outside the sandbox. It would be allowed by the permission rule "outside(npm ci [known])".",
        "verdict": "ask",
      }
    `);
  });

  it.each(permissionModes.map(({ name }) => name))("never runs unasked in %s", async (mode) => {
    for (const command of ["npm install", "git status", "ls", "echo $(x)"])
      expect(await verdictOf(mode, command, [])).not.toBe("allow");
  });

  it.each([
    ["npm install", ["allow shell(npm *)", "allow shell", "allow *", "allow developer__*"], "ask"],
    ["npm install", ["allow shell(command:npm *)"], "ask"],
    ["npm install a", ["allow outside(npm install *)"], "allow"],
    ["cd sub && npm install a | tail -3", ["allow outside(npm install *)"], "allow"],
    ["cat /etc/hosts && npm install", ["allow outside(npm install *)"], "ask"],
    ["cat ~/.ssh/id_rsa && npm install", ["allow outside(npm install *)"], "ask"],
    ["grep -r x / && npm install", ["allow outside(npm install *)"], "ask"],
    ["npm install; evil", ["allow outside(npm install *)"], "ask"],
    ["npm install > ../x", ["allow outside(npm install *)"], "ask"],
    ["evil", ["allow outside(*)"], "allow"],
    ["evil", ["allow developer__shell(outside_sandbox:*)"], "ask"],
    ["npm install", ["allow outside(npm *)", "deny shell(npm *)"], "deny"],
    ["npm install", ["allow outside(npm *)", "deny outside(*)"], "deny"],
    ["npm install", ["allow outside(npm *)", "ask outside(npm *)"], "ask"],
  ])("%j with %j: %s", async (command, rules, verdict) => {
    expect(await verdictOf("auto", command, rules)).toBe(verdict);
  });

  it.each(["plan", "chat"])("is denied in %s, whatever a rule allows", async (mode) => {
    expect(await verdictOf(mode, "git status", ["allow outside(*)"])).toBe("deny");
  });

  it("is not asked about twice: for the session the same command, for always what the question showed", async () => {
    let kept: readonly RememberedAnswer[] = [];
    const store = { load: async () => kept, save: async (all: typeof kept) => void (kept = all) };
    const gate = createGate({ mode: "auto", store });
    const ask = async (command: string, why?: string) =>
      (await gate.decide(outside(command, why), signal)).verdict;
    await gate.remember(outside("make setup"), "session");
    expect(await ask("make setup", "Another reason.")).toBe("allow");
    expect(await ask("make all")).toBe("ask");
    await gate.remember(outside("npm ci a"), "always");
    expect(kept).toMatchObject([{ rules: ["outside(npm ci [known])"] }]);
    expect(await ask("npm ci b", "Another reason.")).toBe("allow");
    expect(await ask("npm publish")).toBe("ask");
  });

  it("is another call than the same one inside", async () => {
    const gate = createGate({ mode: "smart_approve" });
    for (const why of ["", " "]) await gate.remember(outside("make", why), "session");
    expect((await gate.decide(outside("make", ""), signal)).verdict).toBe("allow");
    expect((await gate.decide(outside("make"), signal)).verdict).toBe("ask");
  });

  it("is the parent's to ask about, once", async () => {
    const parent = createGate({ mode: "auto" });
    const child = childGate(parent);
    expect((await child.decide(outside("npm ci"), signal)).verdict).toBe("ask");
    await child.remember(outside("npm ci"), "always");
    expect((await child.decide(outside("npm ci b"), signal)).verdict).toBe("allow");
  });
});

describe("a rule about commands outside the sandbox", () => {
  it("has no say in commands inside", async () => {
    const rules: readonly PermissionRule[] = [
      { tool: "outside(npm *)", verdict: "allow" },
      { tool: "outside(ls)", verdict: "deny" },
    ];
    const gate = createGate({ mode: "smart_approve", rules });
    const decide = async (command: string) =>
      (await gate.decide(request({ input: { command } }), signal)).verdict;
    expect(await decide("npm install")).toBe("ask");
    expect(await decide("ls")).toBe("allow");
  });
});

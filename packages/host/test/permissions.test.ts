import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostWith, machineOf, shell, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  checkTable,
  explainCommand,
  forgetRemembered,
  listPermissions,
  removeRule,
  saveRule,
  suggestRules,
} from "../src/permissions.ts";
import { rulesBySavings } from "../src/permissions/rules-by-savings.ts";

const config = "home/config/config.yaml";

async function place(rules = "", mode = "smart_approve") {
  const folder = await temporaryFolder();
  const files = {
    [config]: `mode: ${mode}\n${rules}`,
    "project/.git/HEAD": "",
  };
  const machine = machineOf(folder.path, {}, files);
  const cwd = join(folder.path, "project");
  return { machine, cwd, path: folder.path, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe("a rule", () => {
  it("is saved in the user's file, and listed with its place", async () => {
    await using at = await place();
    const file = join(at.path, config);
    const options = { decision: "allow", cwd: at.cwd } as const;
    expect(await saveRule(at.machine, "shell(make *)", options)).toEqual({
      rule: "shell(make *)",
      decision: "allow",
      file,
      untrusted: null,
    });
    await saveRule(at.machine, "shell(rm *)", { decision: "deny", cwd: at.cwd });
    await saveRule(at.machine, "shell(git push *)", { decision: "ask", cwd: at.cwd });
    const listed = await listPermissions(at.machine, at.cwd);
    expect(listed).toMatchObject({ mode: "smart_approve", remembered: [] });
    expect(listed.modeFrom).toContain(file);
    expect(listed.rules.map(({ decision, rule }) => `${decision} ${rule}`)).toEqual([
      "deny shell(rm *)",
      "ask shell(git push *)",
      "allow shell(make *)",
    ]);
    expect(listed.rules[0]!.source).toContain(file);
    expect(listed.rules[0]!.reason).toBeNull();
  });

  it("is saved in the project's file, which must be trusted again", async () => {
    await using at = await place();
    const saved = await saveRule(at.machine, "shell(make *)", {
      decision: "allow",
      cwd: at.cwd,
      inProject: true,
    });
    expect(saved).toMatchObject({ file: join(at.cwd, ".skein/config.yaml"), untrusted: at.cwd });
    expect(readFileSync(saved.file, "utf8")).toContain("shell(make *)");
    expect((await listPermissions(at.machine, at.cwd)).rules).toEqual([]);
  });

  it("must name a tool or a server that there is", async () => {
    await using at = await place("extensions: { tracker: { command: tracker } }\n");
    const save = (rule: string) => saveRule(at.machine, rule, { decision: "deny", cwd: at.cwd });
    await expect(save("shel")).rejects.toMatchObject({ name: "ConfigError", code: "usage" });
    await expect(save("tracker__close")).resolves.toMatchObject({ rule: "tracker__close" });
  });

  it("is removed from the file where it is", async () => {
    await using at = await place("permissions: { shell: ask }\n");
    expect(await removeRule(at.machine, "shell", at.cwd)).toEqual({
      file: join(at.path, config),
      isOfProject: false,
    });
    expect((await listPermissions(at.machine, at.cwd)).rules).toEqual([]);
    await expect(removeRule(at.machine, "shell", at.cwd)).rejects.toMatchObject({
      code: "usage",
      message: 'There is no rule "shell" in the config files that count here.',
    });
  });
});

describe("the mode", () => {
  it("is a default where nothing sets it", async () => {
    await using folder = await temporaryFolder();
    expect(await listPermissions(machineOf(folder.path), folder.path)).toMatchObject({ modeFrom: "default" });
  });
});

describe("the decision about a command", () => {
  it("is explained by its rule, by its parts and by what would allow it", async () => {
    await using at = await place(
      "permissions:\n  shell(make all): allow\n  shell(rm *): deny\n  shell(node *): allow\n",
    );
    const explain = (command: string, mode?: string) =>
      explainCommand(at.machine, command, { cwd: at.cwd, mode });
    expect(await explain("make all")).toMatchObject({
      command: "make all",
      mode: "smart_approve",
      decision: "allow",
      rule: { text: "shell(make all)", source: expect.stringContaining("config.yaml") },
      remedies: [],
      warnings: [],
    });
    expect((await explain("node a.js")).warnings).toHaveLength(1);
    expect(await explain("rm a")).toMatchObject({ decision: "deny", remedies: [] });
    const asked = await explain("make all && touch a");
    expect(asked.decision).toBe("ask");
    expect(asked.remedies).not.toEqual([]);
    expect(asked.segments.map((one) => [one.text, one.decision])).toEqual([
      ["make all", "allow"],
      ["touch a", "ask"],
    ]);
    expect(asked.segments[1]!.reason).toEqual(expect.any(String));
    expect(await explain("touch a", "auto")).toMatchObject({ mode: "auto", decision: "allow", rule: null });
  });

  it("is checked against a table", async () => {
    await using at = await place("permissions: { shell(make *): allow }\n");
    const file = join(at.path, "table.yaml");
    const check = () => checkTable(at.machine, file, { cwd: at.cwd });
    await expect(check()).rejects.toMatchObject({ code: "usage", message: `There is no ${file}.` });
    writeFileSync(file, "");
    await expect(check()).rejects.toMatchObject({ message: `${file} holds no commands.` });
    writeFileSync(file, "make all: allow\ntouch a: deny\n");
    const results = await check();
    expect(results.map(({ expected, passed }) => [expected, passed])).toEqual([
      ["allow", true],
      ["deny", false],
    ]);
    expect(results[1]!.explanation).toMatchObject({ command: "touch a", decision: "ask" });
    writeFileSync(file, "make all: allow\ntouch a: maybe\n");
    await expect(check()).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(`${file}:2:`),
      hint: "Use one of: allow, ask, deny.",
    });
  });
});

describe("approvals of past sessions", () => {
  it("suggest the rules that would have saved them, and are forgotten by tool and folder", async () => {
    await using at = await place();
    const turns = [
      [shell("c1", "touch a")],
      [shell("c2", "touch b")],
      [shell("c3", "mkdir c")],
      [text("Done.")],
    ];
    const { host } = await hostWith(at.path, turns);
    await using _ = host;
    const attended = async () => ({ allow: "once" }) as const;
    const session = await host.open({ cwd: at.cwd, attended });
    expect(await (await session.send("go")).result).toMatchObject({ outcome: "done", toolCalls: 3 });
    await session.close();
    const { rules, broad } = await suggestRules(at.machine, at.cwd);
    expect(rules).toMatchObject([{ with: [], questions: 2, examples: ["touch a", "touch b"] }]);
    expect(rules[0]!.rule).toContain("touch");
    expect(broad).toEqual([]);
    expect((await suggestRules(at.machine, at.path)).rules).toEqual([]);
    await saveRule(at.machine, rules[0]!.rule, { decision: "allow", cwd: at.cwd });
    expect((await suggestRules(at.machine, at.cwd)).rules).toEqual([]);
  });

  it("for always are listed with their calls, and forgotten by tool and folder", async () => {
    await using at = await place();
    const { host } = await hostWith(at.path, [[shell("c1", "touch a")], [text("Done.")]]);
    await using _ = host;
    const attended = async () => ({ allow: "always" }) as const;
    const session = await host.open({ cwd: at.cwd, attended });
    await (
      await session.send("go")
    ).result;
    const { remembered } = await listPermissions(at.machine, at.cwd);
    expect(remembered).toMatchObject([{ tool: "developer__shell", cwd: at.cwd }]);
    const forget = (tool: string, cwd?: string) => forgetRemembered(at.machine, tool, cwd);
    const missing = { code: "usage", message: "No answer about developer__shell is remembered." };
    await expect(forget("developer__shell", at.path)).rejects.toMatchObject(missing);
    await expect(forget("developer__edit")).rejects.toMatchObject({ code: "usage" });
    expect(await forget("developer__shell", at.cwd)).toEqual({ forgotten: 1 });
    await expect(forget("developer__shell")).rejects.toMatchObject(missing);
  });
});

describe("rules that would save questions", () => {
  it("come step by step, the ones that cover most by rule first", () => {
    const asked = (command: string, times: number, ...remedies: readonly string[]) => ({
      command,
      times,
      remedies,
    });
    const both = asked("a && b", 4, "a", "b");
    const [a, b, c] = [asked("a", 3, "a"), asked("b", 1, "b"), asked("c", 5, "c")];
    expect(rulesBySavings([both, a, b, c])).toEqual([
      { rules: ["c"], commands: [c] },
      { rules: ["a", "b"], commands: [both, a, b] },
    ]);
    expect(rulesBySavings([a, both])).toEqual([{ rules: ["a", "b"], commands: [a, both] }]);
    expect(rulesBySavings([asked("a", 5, "a"), both])).toEqual([
      { rules: ["a"], commands: [asked("a", 5, "a")] },
      { rules: ["b"], commands: [both] },
    ]);
    expect(rulesBySavings([])).toEqual([]);
  });
});

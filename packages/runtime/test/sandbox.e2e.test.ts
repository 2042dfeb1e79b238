import { existsSync } from "node:fs";
import { chown, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { extractText } from "@skein/protocol";
import { collect, folderOutsideTmp, waitForProcesses } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { crashTier, sandboxTiers } from "../src/index.ts";
import { done, setUp, shell, use } from "./set-up.ts";
import type { SandboxSettings } from "../src/sandbox/open-sandbox.ts";

const { found } = await sandboxTiers();
const canStop = (await crashTier()).tier !== "none";
const best = found[0]?.tier ?? "none";

interface Ran {
  /** What the model was told. */
  readonly text: string;
  /** What the journal says of it. */
  readonly recorded: string | undefined;
  readonly tier: string;
}

/** Runs one command in a project in a home folder; not in the temporary folder, of which commands have their own. */
async function ranIn(
  home: string,
  command: string,
  sandbox?: SandboxSettings,
  onCrash: "continue" | "stop" = "continue",
  warn: (sentence: string) => void = () => {},
): Promise<Ran> {
  const cwd = join(home, "project");
  await mkdir(cwd, { recursive: true });
  const { runtime, settings } = setUp(join(home, "data"), [shell("c1", command), done], cwd);
  await using _ = runtime;
  const opened = await runtime.open({
    ...settings,
    session: "s",
    onCrash,
    warn,
    ...(sandbox ? { sandbox } : {}),
  });
  expect((await opened.agent.run("go").result).outcome).toBe("done");
  const entries = await collect(runtime.sessions.entries("s"));
  const result = entries.find((entry) => entry.kind === "tool-result");
  return {
    text: extractText(result?.content ?? []),
    recorded: entries.find((entry) => entry.kind === "settings")?.sandbox,
    tier: opened.sandbox,
  };
}

const cases: readonly (readonly [SandboxSettings | undefined, string])[] = [
  [undefined, "off"],
  [{ mode: "off" }, "off"],
  [{ mode: "auto" }, best],
];

describe("the tier in force", () => {
  it.each(cases)("with %j is told and recorded as %s", async (sandbox, tier) => {
    await using home = await folderOutsideTmp();
    expect(await ranIn(home.path, "true", sandbox)).toMatchObject({ tier, recorded: tier });
  });
});

describe("what does not work here", () => {
  it("is said once, with the way out, also where there is no sandbox", async () => {
    await using home = await folderOutsideTmp();
    const project = join(home.path, "project");
    await mkdir(join(project, "elsewhere"), { recursive: true });
    await symlink("elsewhere", join(project, ".git"));
    const warnings: string[] = [];
    await ranIn(home.path, "true", { mode: "auto" }, "continue", (one) => warnings.push(one));
    const sentence = best === "none" ? /No sandbox works here/ : /\.git is a link.*sandboxAccess\.writable/;
    expect(warnings).toEqual([expect.stringMatching(sentence)]);
  });
});

describe.skipIf(best === "none")(`commands of an agent in the tier ${best}`, () => {
  it("write to the project only, and the model is told why they fail elsewhere", async () => {
    await using home = await folderOutsideTmp();
    const command = "echo in > inside; echo out > ../outside";
    const { text } = await ranIn(home.path, command, { mode: "require" });
    expect(text).toMatchInlineSnapshot(`
      "/bin/bash: line 1: ../outside: Read-only file system
      [exit code 1]
      [The sandbox may be why: Writing there is not allowed. If the task needs it, call shell again with outside_sandbox; the user is asked.]"
    `);
    expect(await readFile(join(home.path, "project", "inside"), "utf8")).toBe("in\n");
    expect(existsSync(join(home.path, "outside"))).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)("of root cannot change files of others, and are told why", async () => {
    await using home = await folderOutsideTmp();
    const project = join(home.path, "project");
    await mkdir(project);
    await chown(project, 12_345, 12_345);
    const { text } = await ranIn(home.path, "touch new", { mode: "require" });
    expect(text).toMatch(
      /Permission denied\n.*\n\[The sandbox may be why: Files of the user 12345 cannot be changed, although .* outside_sandbox/,
    );
  });

  it("do not see what Skein keeps, but for the output of the session's calls", async () => {
    await using home = await folderOutsideTmp();
    const data = join(home.path, "data");
    const look = `ls ${data}/sessions; ls ${data}/sessions/*/calls | wc -l; cat ${data}/redaction-key || echo hidden`;
    const { text } = await ranIn(home.path, look, { mode: "auto" });
    expect(text).toMatch(/^s\n1\n[^]*hidden/);
  });

  it("read what is hidden only where a setting says so", async () => {
    await using home = await folderOutsideTmp();
    const kept = join(home.path, "private");
    await mkdir(kept);
    await writeFile(join(kept, "note"), "NOTE");
    const hidden = [kept];
    const look = `cat ${kept}/note`;
    expect((await ranIn(home.path, look, { mode: "auto", hidden })).text).not.toContain("NOTE");
    await rm(join(home.path, "data"), { recursive: true });
    const readable = [join(kept, "note")];
    expect((await ranIn(home.path, look, { mode: "auto", hidden, readable })).text).toContain("NOTE");
  });

  it.skipIf(!canStop)("are held as well when they end with Skein", async () => {
    await using home = await folderOutsideTmp();
    const command = "echo in > inside; echo out > ../outside";
    await ranIn(home.path, command, { mode: "require" }, "stop");
    expect(await readFile(join(home.path, "project", "inside"), "utf8")).toBe("in\n");
    expect(existsSync(join(home.path, "outside"))).toBe(false);
  });

  it("are all gone at their deadline, with what they said until then", async () => {
    await using home = await folderOutsideTmp();
    const { runtime, settings } = setUp(home.path, [
      use("shell", {
        command: `echo up; setsid sleep 51337.25 & sleep 51337.25`,
        timeout_ms: 2_000,
      }),
      done,
    ]);
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, session: "s", sandbox: { mode: "require" } });
    await agent.run("go").result;
    const entries = await collect(runtime.sessions.entries("s"));
    const result = entries.find((entry) => entry.kind === "tool-result");
    expect(result?.failure?.kind).toBe("timed-out");
    expect(extractText(result?.content ?? [])).toContain("up");
    await waitForProcesses("51337.25", 0);
  });

  it("see an empty folder as empty, and leave nothing in it", async () => {
    await using home = await folderOutsideTmp();
    expect((await ranIn(home.path, "ls -A", { mode: "auto" })).text).toBe("[no output]");
    expect(await readdir(join(home.path, "project"))).toEqual([]);
  });

  it("have new files that editors obey moved aside, and model and user are told", async () => {
    await using home = await folderOutsideTmp();
    const warnings: string[] = [];
    await mkdir(join(home.path, "project"));
    const script = "mkdir .vscode && echo x > .vscode/tasks.json";
    await writeFile(join(home.path, "project", "build.sh"), script);
    const { text } = await ranIn(home.path, "sh build.sh", { mode: "auto" }, "continue", (one) =>
      warnings.push(one),
    );
    const moved =
      /\.vscode\/tasks\.json decides which tasks.* moved to (\S+tasks\.json)\./.exec(text)?.[1] ?? "";
    expect(await readFile(moved, "utf8")).toBe("x\n");
    expect(warnings).toEqual([expect.stringContaining(`It was moved to ${moved}`)]);
    expect(await readdir(join(home.path, "project", ".vscode"))).toEqual([]);
  });
});

describe.skipIf(best === "none")("a file that a command has left for other programs", () => {
  const answers = [
    ["is put back when the user trusts it", { reply: {} }, /trusts it, and it was put back/, ["tasks.json"]],
    ["stays aside when the user does not", { reply: null }, /moved to \S+tasks\.json\. The user can put/, []],
  ] as const;

  it.each(answers)("%s", async (_, answer, told, files) => {
    await using home = await folderOutsideTmp();
    const cwd = join(home.path, "project");
    await mkdir(cwd);
    await writeFile(join(cwd, "build.sh"), "mkdir .vscode && echo x > .vscode/tasks.json");
    const opened = setUp(join(home.path, "data"), [shell("c1", "sh build.sh"), done], cwd);
    await using runtime = opened.runtime;
    const asked: string[] = [];
    const { agent } = await runtime.open({
      ...opened.settings,
      session: "s",
      sandbox: { mode: "auto" },
      ask: async (question) => {
        asked.push(question.kind === "elicitation" ? question.message : question.kind);
        return answer;
      },
    });
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(asked).toEqual([expect.stringMatching(/Trust them\?\n\S+\.vscode\/tasks\.json, moved to/)]);
    const entries = await collect(runtime.sessions.entries("s"));
    const result = entries.find((entry) => entry.kind === "tool-result");
    expect(extractText(result?.content ?? [])).toMatch(told);
    expect(await readdir(join(cwd, ".vscode"))).toEqual(files);
  });
});

describe.skipIf(best === "none")("a file that the user lets a tool write beside a command", () => {
  it("stays, and is not reported", async () => {
    await using home = await folderOutsideTmp();
    const cwd = join(home.path, "project");
    await mkdir(cwd);
    const both = [
      ...shell("c1", "touch started; until [ -e .envrc ]; do sleep 0.02; done; sleep 0.2"),
      ...use("write", { path: ".envrc", content: "permitted" }),
    ];
    const { runtime, settings } = setUp(join(home.path, "data"), [shell("c0", "true"), both, done], cwd);
    await using _ = runtime;
    const warnings: string[] = [];
    const { agent } = await runtime.open({
      ...settings,
      session: "s",
      sandbox: { mode: "auto" },
      warn: (sentence) => warnings.push(sentence),
      ask: async () => ({ allow: "once" }),
    });
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(await readFile(join(cwd, ".envrc"), "utf8")).toBe("permitted");
    expect(warnings).toEqual([]);
  });
});

describe.runIf(found.some(({ network }) => network === "hosts"))("hosts that cannot be read", () => {
  it.each(["http://a", "localhost"])("are refused before anything starts: %s", async (host) => {
    await using home = await folderOutsideTmp();
    const { runtime, settings } = setUp(home.path, [done]);
    await using _ = runtime;
    const opening = runtime.open({ ...settings, sandbox: { mode: "auto", hosts: [host] } });
    await expect(opening).rejects.toThrow(/sandboxAccess\.hosts: /);
  });
});

describe.skipIf(found.some(({ network }) => network === "hosts"))(
  "hosts that no tier here can hold commands to",
  () => {
    it("are refused before anything starts", async () => {
      await using home = await folderOutsideTmp();
      const { runtime, settings } = setUp(home.path, [done]);
      await using _ = runtime;
      const sandbox: SandboxSettings = { mode: "require", hosts: ["example.org"] };
      const opening = runtime.open({ ...settings, sandbox });
      await expect(opening).rejects.toThrow(/cannot allow single hosts|none works here/);
    });
  },
);

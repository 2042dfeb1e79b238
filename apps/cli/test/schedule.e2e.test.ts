import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scheduleFile } from "@skein/runtime/schedules";
import { createSchedules, sqliteSchedules } from "@skein/schedules";
import { directories } from "@skein/settings";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionHome, shellCall, type SessionHome, type Turn } from "./session-home.ts";

let skein: SessionHome;

beforeAll(async () => {
  skein = await sessionHome();
});
afterAll(() => skein[Symbol.asyncDispose]());

type Env = Readonly<Record<string, string>>;

/** `skein schedule …` in the project, with schedules of its own: each test has another data folder. */
function schedules(name: string) {
  const env: Env = { SKEIN_HOME: join(skein.home, name) };
  const given = { cwd: skein.cwd };
  return {
    env,
    /** What names its own program (a slot it starts, a unit) is a process; the rest is proven in this one. */
    run: (...args: readonly string[]) =>
      skein[isOwnProgram(args[0]) ? "run" : "here"](["schedule", ...args], env, given),
    start: (...args: readonly string[]) => skein.start(["schedule", ...args], env, given),
    /** From the store: a process for each look would cost more than the test. */
    history(): readonly Record<string, unknown>[] {
      const { data } = directories({ env: { HOME: skein.home, ...env } });
      using store = sqliteSchedules(scheduleFile(data));
      const names = new Map(store.schedules({ removed: true }).map((one) => [one.id, one.name]));
      const slots = createSchedules({ store }).history({ limit: 100 });
      return slots.map((slot) => ({ name: names.get(slot.schedule), ...slot }));
    },
    /** A schedule whose model says what a script says. */
    add(schedule: string, turns: readonly Turn[], ...more: readonly string[]) {
      const script = join(skein.home, `${name}-${schedule}.json`);
      writeFileSync(script, JSON.stringify({ turns }));
      const who = ["--provider", "replay", "--model", script, "--mode", "auto", "-t", "go\non"];
      return skein.here(["schedule", "add", schedule, ...who, ...more], env, given);
    },
  };
}

const isOwnProgram = (word = ""): boolean => ["run-now", "install"].includes(word);

async function entriesOf(env: Env, session: string): Promise<readonly Record<string, unknown>[]> {
  const args = ["session", "show", session, "--entries", "--json"];
  const { stdout } = await skein.here(args, env, { cwd: skein.cwd });
  return (JSON.parse(stdout) as { entries: Record<string, unknown>[] }).entries;
}

const greet = "version: 1.0.0\ntitle: Greet\ndescription: Says hello.\nprompt: Say hello.\n";
const tidy = `title: Tidy
description: Puts things where they belong.
prompt: Tidy {{ what }}.
extensions: []
parameters: [{ key: what, input_type: string, requirement: required, description: What. }]
retry: { max_retries: 1, checks: [{ type: shell, command: touch measured }] }
`;

const never = ["--cron", "0 0 1 1 *"];
const everySecond = ["--cron", "* * * * * *"];

describe.concurrent("skein schedule add", () => {
  it("is listed, shown, paused, resumed and removed", async () => {
    const own = schedules("listed");
    const added = await own.add(
      "report",
      [{ text: "All is well." }],
      ...never,
      "--max-cost",
      "0.5",
      "--tz",
      "UTC",
    );
    expect(added).toMatchObject({ exitCode: 0 });
    expect(added.stderr).toMatch(/report is added; first at .*00:00/);
    expect(added.stderr).toContain("No daemon is running");

    const list = await own.run("list");
    expect(list.stdout).toMatch(/^report +0 0 1 1 \*.*go on$/m);
    expect(list.stderr).toContain("No daemon is running");
    const show = await own.run("show", "report");
    expect(show.stdout).toMatch(/^at most +\$0\.5 each time$/m);
    expect(show.stdout).toMatch(/^mode +auto$/m);

    await own.run("pause", "report");
    expect((await own.run("list")).stdout).toMatch(/paused/);
    await own.run("resume", "report");
    await own.run("remove", "report");
    const empty = await own.run("list", "--json");
    expect(JSON.parse(empty.stdout)).toEqual({ schedules: [], hasDaemon: false });
  });

  it.each<[string, readonly string[], string]>([
    ["without a time", ["add", "x", "-t", "y", "--mode", "plan"], "--cron"],
    ["without work", ["add", "x", "--cron", "@daily", "--mode", "plan"], "--recipe"],
    [
      "with a bad time",
      ["add", "x", "--cron", "61 * * * *", "-t", "y", "--mode", "plan"],
      '"61" is no minute',
    ],
    ["in a mode that asks", ["add", "x", "--cron", "@daily", "-t", "y"], "no one is available"],
    ["with a recipe that is not there", ["add", "x", "--cron", "@daily", "--recipe", "no.yaml"], "no.yaml"],
    ["in a place that is none", ["add", "x", "--cron", "@daily", "-t", "y", "--tz", "Here"], '"Here"'],
    ["of a name that is not there", ["run-now", "nothing"], '"nothing"'],
    ["of no name", ["pause"], "skein schedule list"],
    ["of an unknown word", ["lsit"], "skein schedule list"],
  ])("says what is wrong %s", async (_, args, said) => {
    const { exitCode, stderr } = await schedules("wrong").run(...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(said);
  });

  it("refuses where a rule of the settings asks", async () => {
    const own = schedules("asking");
    mkdirSync(join(skein.home, "asking", "config"), { recursive: true });
    writeFileSync(join(skein.home, "asking", "config", "config.yaml"), "permissions:\n  shell: ask\n");
    const { exitCode, stderr } = await own.add("report", [], ...never);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the one for "shell" asks');
  });
});

describe.concurrent("skein schedule run-now without a daemon", () => {
  it("runs here, and tells and keeps how it ended", async () => {
    const own = schedules("here");
    await own.add("good", [shellCall("touch marker"), { text: "Done." }], ...never);
    const good = await own.run("run-now", "good");
    expect(good.exitCode).toBe(0);
    expect(existsSync(join(skein.cwd, "marker"))).toBe(true);
    const told = await own.run("history", "--json");
    const [slot] = (JSON.parse(told.stdout) as { slots: Record<string, unknown>[] }).slots;
    expect(slot).toMatchObject({
      name: "good",
      state: "ended",
      cause: "manual",
      outcome: "done",
      exitCode: 0,
    });
    const shown = await skein.here(["session", "show", String(slot?.["session"]), "--json"], own.env);
    expect(shown.stdout).toContain("go\\non");

    await own.add("short", Array(3).fill(shellCall("true")) as Turn[], ...never, "--max-turns", "2");
    const short = await own.run("run-now", "short");
    expect(short.exitCode).toBe(4);
    expect(own.history()[0]).toMatchObject({ outcome: "limit", exitCode: 4 });
  });
});

describe.concurrent("skein schedule daemon", () => {
  it("runs slots as they come due, and ends with 143 when it is told to", async () => {
    const own = schedules("daemon");
    await own.add("often", [{ text: "Done." }], ...everySecond);
    const daemon = own.start("daemon");
    await daemon.shows("often: done");
    expect(JSON.parse((await own.run("list", "--json")).stdout)).toMatchObject({ hasDaemon: true });
    daemon.child.kill("SIGTERM");
    expect((await daemon.ended).exitCode).toBe(143);
    const states = own.history().map(({ state }) => state);
    expect(states).toContain("ended");
    expect(states).not.toContain("running");
  });

  it("ends what runs when it is told to end, and records that", async () => {
    const own = schedules("ending");
    await own.add("slow", [shellCall("echo begun > begun; sleep 60"), { text: "Done." }], ...never);
    const daemon = own.start("daemon");
    await daemon.shows("waiting for what comes due");
    const asked = await own.run("run-now", "slow");
    expect(asked.stderr).toContain("The daemon starts it");
    await daemon.shows("slow: running");
    await until(() => existsSync(join(skein.cwd, "begun")));
    daemon.child.kill("SIGTERM");
    await daemon.ended;
    expect(own.history()).toMatchObject([{ state: "ended", outcome: "cancelled", exitCode: 143 }]);
  });

  it("continues the slots of one that was killed, each with its own session", async () => {
    const own = schedules("killed");
    await own.add("work", [shellCall("echo once >> effects; sleep 1.5"), { text: "Done." }], ...never);
    const first = own.start("daemon");
    await first.shows("waiting for what comes due");
    await own.run("run-now", "work");
    await until(() => existsSync(join(skein.cwd, "effects")));
    first.child.kill("SIGKILL");
    await first.ended;
    const second = own.start("daemon");
    await second.shows("work: done");
    second.child.kill("SIGTERM");
    await second.ended;
    expect(readFileSync(join(skein.cwd, "effects"), "utf8")).toBe("once\n");
    expect(own.history()).toMatchObject([{ state: "ended", outcome: "done", exitCode: 0, interruptions: 1 }]);
  });

  it("misses a slot whose recipe has changed since it was agreed to", async () => {
    const own = schedules("recipe");
    const recipe = join(skein.cwd, "recipe.yaml");
    writeFileSync(recipe, greet);
    const added = await own.run("add", "greet", ...never, "--mode", "plan", "--recipe", "recipe.yaml");
    expect(added.stderr).toMatch(/Agreed to the recipe as it is now: SHA-256 [0-9a-f]{64}/);
    writeFileSync(recipe, greet.replace("hello.\n", "hello!\n"));
    const { exitCode } = await own.run("run-now", "greet");
    expect(exitCode).toBe(2);
    expect(own.history()).toMatchObject([
      { state: "missed", reason: "recipe or a file it names changed: add the schedule again" },
    ]);
  });

  it("misses a slot whose recipe names a file that has changed, in the folder where it runs", async () => {
    const own = schedules("named-file");
    const check = "retry: { max_retries: 1, checks: [{ type: shell, command: ./named.sh }] }\n";
    writeFileSync(join(skein.cwd, "named.sh"), "true\n");
    writeFileSync(join(skein.cwd, "named.yaml"), `${greet}${check}`);
    const added = await own.run("add", "named", ...never, "--mode", "plan", "--recipe", "named.yaml");
    expect(added.stderr).toMatch(/file: \.\/named\.sh, [0-9a-f]{64}/);
    writeFileSync(join(skein.cwd, "named.sh"), "evil\n");
    expect((await own.run("run-now", "named")).exitCode).toBe(2);
    expect(own.history()).toMatchObject([{ state: "missed" }]);
  });
});

describe.concurrent("a slot", () => {
  it("obeys the rules that held when it was scheduled, and says whose it is", async () => {
    const own = schedules("ruled");
    const config = join(skein.home, "ruled", "config", "config.yaml");
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, "permissions:\n  shell: deny\n");
    await own.add("report", [shellCall("touch forbidden"), { text: "Done." }], ...never);
    writeFileSync(config, "");
    await own.run("run-now", "report");
    expect(existsSync(join(skein.cwd, "forbidden"))).toBe(false);
    const [slot] = own.history();
    const entries = await entriesOf(own.env, String(slot?.["session"]));
    expect(entries[0]).toMatchObject({ kind: "session-start", schedule: slot?.["schedule"] });
    expect(entries.find(({ kind }) => kind === "decision")).toMatchObject({ verdict: "deny" });
  });

  it("has no more tools than the agent that has asked for it, and cannot be asked for beyond the mode", async () => {
    const own = schedules("asked");
    const script = join(skein.home, "asked.json");
    const add = { action: "add", name: "later", cron: "0 0 1 1 *", prompt: "go on", mode: "auto" };
    const turns = [
      { calls: [{ name: "schedule", input: add }] },
      { calls: [{ name: "shell", input: { command: "touch forbidden" } }] },
      { text: "Done." },
    ];
    const model = (all: readonly Turn[]) => (writeFileSync(script, JSON.stringify({ turns: all })), script);
    const ask = (mode: string) => {
      const builtins = ["--no-profile", "--with-builtin", "schedules,todo"];
      const who = ["--provider", "replay", "--model", model(turns), "--mode", mode];
      return skein.here(["run", "-t", "go", ...builtins, ...who], own.env, { cwd: skein.cwd });
    };
    expect((await ask("smart_approve")).exitCode).toBe(7);
    await ask("plan");
    expect(JSON.parse((await own.run("list", "--json")).stdout)).toMatchObject({ schedules: [] });
    await ask("auto");
    expect((await own.run("show", "later")).stdout).toMatch(/^tools +todo__todo$/m);
    model(turns.slice(1));
    await own.run("run-now", "later");
    expect(existsSync(join(skein.cwd, "forbidden"))).toBe(false);
    const [slot] = own.history();
    const entries = await entriesOf(own.env, String(slot?.["session"]));
    expect(entries.find(({ kind }) => kind === "tool-result")).toMatchObject({
      failure: { kind: "unknown-tool", available: ["todo"] },
    });
  });

  it("runs a recipe by its name, whose commands were agreed to with it, and measures it", async () => {
    const own = schedules("tidy");
    const script = join(skein.home, "tidy.json");
    writeFileSync(script, JSON.stringify({ turns: [{ text: "Tidied." }] }));
    const folder = join(skein.home, "tidy", "config", "recipes");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "tidy.yaml"), tidy);
    const who = ["--provider", "replay", "--model", script, "--mode", "auto"];
    const add = ["add", "weekly", ...never, ...who, "--recipe", "tidy"];
    const lacking = await own.run(...add);
    expect(lacking).toMatchObject({ exitCode: 2 });
    expect(lacking.stderr).toContain("what");
    const added = await own.run(...add, "--params", "what=the attic");
    expect(added.stderr).toContain("shell: touch measured");
    const ran = await own.run("run-now", "weekly");
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(skein.cwd, "measured"))).toBe(true);
    const [slot] = own.history();
    expect(slot).toMatchObject({ state: "ended", outcome: "done" });
    const entries = await entriesOf(own.env, String(slot?.["session"]));
    expect(entries[0]).toMatchObject({ recipe: join(folder, "tidy.yaml"), schedule: slot?.["schedule"] });
    expect(JSON.stringify(entries)).toContain("Tidy the attic.");
    // By itself it would have to be agreed to first.
    const alone = await skein.here(["run", "--recipe", "tidy", "--params", "what=x", ...who], own.env, {
      cwd: skein.cwd,
    });
    expect(alone.exitCode).toBe(7);
  });

  it.skipIf(process.platform !== "linux")("of a recipe goes on as that recipe after a crash", async () => {
    const own = schedules("crash");
    const script = join(skein.home, "crash.json");
    const turns = [shellCall("echo once >> crash-begun; sleep 1"), { text: "Tidied." }];
    writeFileSync(script, JSON.stringify({ turns }));
    writeFileSync(
      join(skein.cwd, "crash.yaml"),
      tidy.replace("measured", "measured-late").replace("extensions: []\n", ""),
    );
    const who = ["--provider", "replay", "--model", script, "--mode", "auto", "--params", "what=it"];
    await own.run("add", "crash", ...never, ...who, "--recipe", "crash.yaml");
    const first = own.start("daemon");
    await first.shows("waiting for what comes due");
    await own.run("run-now", "crash");
    await until(() => existsSync(join(skein.cwd, "crash-begun")));
    first.child.kill("SIGKILL");
    const [slot] = own.history();
    for (const pid of processesWith(String(slot?.["session"]))) process.kill(pid, "SIGKILL");
    await first.ended;
    writeFileSync(script, JSON.stringify({ turns: turns.slice(1) }));
    const second = own.start("daemon");
    await second.shows("crash: done");
    second.child.kill("SIGTERM");
    await second.ended;
    expect(readFileSync(join(skein.cwd, "crash-begun"), "utf8")).toBe("once\n");
    expect(existsSync(join(skein.cwd, "measured-late"))).toBe(true);
    expect(own.history()).toMatchObject([{ state: "ended", outcome: "done", interruptions: 1 }]);
  });

  it("cannot be that of a link", async () => {
    const own = schedules("link");
    writeFileSync(join(skein.cwd, "greet.yaml"), greet);
    const made = await skein.here(["recipe", "deeplink", "greet.yaml"], own.env, { cwd: skein.cwd });
    const args = ["add", "x", ...never, "--mode", "plan", "--recipe", made.stdout.trim()];
    const { exitCode, stderr } = await own.run(...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Write the recipe into a file");
  });

  it("is not typed by people: a schedule that is not there is said so", async () => {
    const args = ["run", "-t", "x", "--schedule", "none", "--provider", "replay", "--model", "x"];
    const { exitCode, stderr } = await skein.here(args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('There is no schedule "none"');
  });
});

describe.concurrent("skein doctor", () => {
  it("tells of schedules that are never started", async () => {
    const own = schedules("doctor");
    const doctor = async () => (await skein.here(["doctor", "--offline"], own.env)).stdout;
    expect(await doctor()).not.toContain("schedules");
    await own.add("report", [], ...never);
    expect(await doctor()).toContain('No daemon is running, so "report" does not start');
    await own.run("pause", "report");
    expect(await doctor()).toContain("1 schedule, 1 paused");
  });
});

describe.skipIf(process.platform !== "linux")("skein schedule install", () => {
  it("says where it cannot write", async () => {
    const own = { XDG_CONFIG_HOME: join(skein.home, "not-a-folder", "below") };
    writeFileSync(join(skein.home, "not-a-folder"), "");
    const { exitCode, stderr } = await skein.run(["schedule", "install"], own);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/skein-schedules\.service cannot be written: ENOTDIR.*\n {2}.*--dry-run/);
  });

  it("shows and writes a unit without keys, and starts it only when asked to", async () => {
    const own = schedules("service with % and $");
    const unit = join(skein.home, ".config/systemd/user/skein-schedules.service");
    const dry = await own.run("install", "--dry-run");
    expect(dry.stderr).toContain(unit);
    expect(existsSync(unit)).toBe(false);

    const written = await own.run("install");
    expect(written.stderr).toContain("systemctl --user enable --now skein-schedules.service");
    const text = readFileSync(unit, "utf8");
    expect(written.stdout).toBe(text);
    expect(text).toMatch(/^ExecStart="\/.*" "schedule" "daemon"$/m);
    expect(text).toContain(`Environment="SKEIN_HOME=${skein.home}/service with %% and $"`);
    expect(text).not.toContain("sk-ant-test-key");

    writeFileSync(unit, "# mine\n");
    expect((await own.run("install")).exitCode).toBe(2);
    expect(readFileSync(unit, "utf8")).toBe("# mine\n");

    const bin = join(skein.home, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "systemctl"), `#!/bin/sh\necho "$*" >> "${skein.home}/called"\n`);
    chmodSync(join(bin, "systemctl"), 0o755);
    const path = { PATH: `${bin}:${process.env["PATH"] ?? ""}` };
    await skein.run(["schedule", "install", "--force", "--now"], path);
    await skein.run(["schedule", "uninstall", "--now"], path);
    expect(readFileSync(join(skein.home, "called"), "utf8").split("\n")).toEqual([
      "--user daemon-reload",
      "--user enable --now skein-schedules.service",
      "--user disable --now skein-schedules.service",
      "",
    ]);
    expect(existsSync(unit)).toBe(false);
  });
});

/** Those that were started for this session. */
function processesWith(session: string): readonly number[] {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return words[words.indexOf("--session-id") + 1] === session;
    } catch {
      return false; // it has ended meanwhile
    }
  });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

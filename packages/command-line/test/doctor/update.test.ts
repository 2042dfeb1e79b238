import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { newVersionToTell, updateProgram } from "../../src/doctor/update/index.ts";

/** A machine with an npm that knows one version, and writes down what it is called with. */
async function machineWith(newest: string, place = "prefix/lib/node_modules/@skein/cli/bin/skein.cjs") {
  const folder = await temporaryFolder();
  const at = (path: string) => join(folder.path, path);
  const program = at(place);
  for (const path of ["bin", "state", "data", "config", join(place, "..")])
    await mkdir(at(path), { recursive: true });
  await writeFile(program, "");
  const script = `#!/bin/sh\necho "$@" >> ${at("calls")}\n[ "$1" = view ] && echo '"${newest}"'\nexit 0\n`;
  await writeFile(at("bin/npm"), script);
  await chmod(at("bin/npm"), 0o755);
  const directories = { config: at("config"), data: at("data"), state: at("state") };
  return {
    at,
    program,
    machine: { env: { PATH: `${at("bin")}:/usr/bin:/bin` }, directories },
    calls: async () => (await readFile(at("calls"), "utf8").catch(() => "")).split("\n").filter(Boolean),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const view = "view -g @skein/cli version --json";

it("installs the newest version under the prefix that this one is in", async () => {
  await using on = await machineWith("1.10.0");
  const wish = { program: on.program, version: "1.9.3", isCheck: false };
  expect(await updateProgram(on.machine, wish)).toEqual({ state: "updated", newest: "1.10.0" });
  expect(await on.calls()).toEqual([view, `install -g --prefix ${on.at("prefix")} @skein/cli@1.10.0`]);
});

it.each([
  ["1.9.3", "1.9.3"],
  ["1.9.3-rc.1", "1.9.3"],
  ["0.9.9", "1.0.0"],
])("has nothing to do for %s where %s runs", async (newest, version) => {
  await using on = await machineWith(newest);
  const wish = { program: on.program, version, isCheck: false };
  expect(await updateProgram(on.machine, wish)).toEqual({ state: "current", newest });
  expect(await on.calls()).toEqual([view]);
});

it.each([
  ["cache/_npx/12/node_modules/@skein/cli/bin/skein.cjs", "npx @skein/cli@latest"],
  ["pnpm/global/5/node_modules/@skein/cli/bin/skein.cjs", "pnpm add -g @skein/cli@latest"],
  ["project/node_modules/@skein/cli/bin/skein.cjs", "npm install @skein/cli@latest"],
  ["source/apps/cli/bin/skein.cjs", "npm install -g @skein/cli@latest"],
])("says what to type for %s", async (place, command) => {
  await using on = await machineWith("2.0.0", place);
  const wish = { program: on.program, version: "1.0.0", isCheck: false };
  expect(await updateProgram(on.machine, wish)).toMatchObject({ state: "by-hand", command });
  expect(await on.calls()).toEqual([view]);
});

it("fails where there is no npm, with what shows why", async () => {
  await using on = await machineWith("2.0.0");
  await rm(on.at("bin/npm"));
  const machine = { ...on.machine, env: { PATH: on.at("bin") } };
  const failed = updateProgram(machine, { program: on.program, version: "1.0.0", isCheck: true });
  await expect(failed).rejects.toMatchObject({ code: "usage", hint: `npm ${view} shows why.` });
});

it("tells of a newer version once a day, and asks once a day, behind", async () => {
  await using on = await machineWith("1.1.0");
  const day = 86_400_000;
  const tell = (ms: number) =>
    newVersionToTell(on.machine, { program: on.program, version: "1.0.0", now: new Date(Date.now() + ms) });
  expect(await tell(0)).toBeUndefined();
  await expect.poll(() => on.calls()).toEqual([view]);
  await expect.poll(() => readFile(on.at("state/newest-version.json"), "utf8")).toContain("1.1.0");
  expect([await tell(0), await tell(1000), await tell(day / 2)]).toEqual(["1.1.0", undefined, undefined]);
  expect(await on.calls()).toEqual([view]);
  expect(await tell(2 * day)).toBe("1.1.0");
  await expect.poll(() => on.calls()).toEqual([view, view]);
});

it("asks nothing for a program that is no installed package", async () => {
  await using on = await machineWith("1.1.0", "source/bin/skein.cjs");
  const now = new Date();
  expect(await newVersionToTell(on.machine, { program: on.program, version: "1.0.0", now })).toBeUndefined();
  expect(await on.calls()).toEqual([]);
});

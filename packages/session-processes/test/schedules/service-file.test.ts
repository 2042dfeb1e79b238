import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  removeService,
  runServiceCommands,
  serviceFile,
  serviceState,
  writeService,
  type ServiceFile,
} from "../../src/schedules/index.ts";

const env = {
  HOME: "/home/ada",
  PATH: "/usr/bin",
  SKEIN_HOME: '/home/ada/100% "mine"',
  ANTHROPIC_API_KEY: "sk-x",
};
const command = ["/opt/node", "/opt/skein $1.js", "schedule", "daemon"];

describe("the service of schedules", () => {
  it("is a systemd unit of the user with what says where the files are, and no keys", () => {
    const { path, text, start } = serviceFile({ env }, { platform: "linux", command })!;
    expect(path).toBe("/home/ada/.config/systemd/user/skein-schedules.service");
    expect(text).toContain('ExecStart="/opt/node" "/opt/skein $$1.js" "schedule" "daemon"\n');
    expect(text).toContain(String.raw`Environment="SKEIN_HOME=/home/ada/100%% \"mine\""`);
    expect(text).toContain('Environment="PATH=/usr/bin"\n');
    expect(text).not.toContain("sk-x");
    expect(start.at(-1)).toEqual(["systemctl", "--user", "enable", "--now", "skein-schedules.service"]);
  });

  it("keeps a line end in a value within its line", () => {
    const { text } = serviceFile({ env: { SKEIN_HOME: "/a\nb\\c" } }, { platform: "linux", command })!;
    expect(text).toContain(String.raw`Environment="SKEIN_HOME=/a\nb\\c"`);
  });

  it("is a launch agent on macOS, with its words escaped, and nothing elsewhere", () => {
    const { path, text, stop } = serviceFile({ env }, { platform: "darwin", command: ["a&b<c>"] })!;
    expect(path).toBe("/home/ada/Library/LaunchAgents/dev.skein.schedules.plist");
    expect(text).toContain("<string>a&amp;b&lt;c&gt;</string>");
    expect(stop).toEqual([["launchctl", "unload", "-w", path]]);
    expect(serviceFile({ env }, { platform: "win32", command })).toBeUndefined();
  });
});

describe("installing a service", () => {
  const of = (folder: string): ServiceFile => ({
    path: join(folder, "new", "below", "x.service"),
    text: "[Unit]\n",
    start: [],
    stop: [],
  });

  it("writes its file, recognizes one of somebody else, and removes it", async () => {
    await using folder = await temporaryFolder();
    const service = of(folder.path);
    expect(await serviceState(service)).toBe("none");
    await writeService(service);
    expect(readFileSync(service.path, "utf8")).toBe("[Unit]\n");
    expect(await serviceState(service)).toBe("same");
    writeFileSync(service.path, "# mine\n");
    expect(await serviceState(service)).toBe("other");
    await removeService(service);
    expect(await serviceState(service)).toBe("none");
  });

  it("says where it cannot write", async () => {
    await using folder = await temporaryFolder();
    writeFileSync(join(folder.path, "new"), "");
    const service = of(folder.path);
    expect(await serviceState(service)).toBe("none");
    await expect(writeService(service)).rejects.toMatchObject({
      code: "unreadable",
      message: expect.stringContaining(`${service.path} cannot be written: ENOTDIR`) as string,
      nextStep: { do: "place-service-file" },
    });
  });

  it.runIf(process.platform === "linux")("says at once where no folder can be created", async () => {
    await expect(writeService(of("/proc"))).rejects.toMatchObject({ code: "unreadable" });
  });

  it("runs its commands in order by the machine's PATH, and stops at the first that fails", async () => {
    await using folder = await temporaryFolder();
    const bin = join(folder.path, "bin");
    mkdirSync(bin);
    writeFileSync(
      join(bin, "ctl"),
      '#!/bin/sh\n[ "$1" = fail ] || exit 0\necho "no such unit" >&2\nexit 3\n',
      {
        mode: 0o755,
      },
    );
    const machine = { env: { PATH: `${bin}:/bin:/usr/bin` } };
    const said: string[] = [];
    const onCommand = (words: readonly string[]) => void said.push(words.join(" "));
    await runServiceCommands(machine, [["ctl", "reload"]], onCommand);
    const failing = [
      ["ctl", "fail"],
      ["ctl", "never"],
    ] as const;
    await expect(runServiceCommands(machine, failing, onCommand)).rejects.toMatchObject({
      message: "ctl did not do it: no such unit",
      nextStep: { do: "start-service" },
    });
    await expect(runServiceCommands(machine, [["no-such-program"]], onCommand)).rejects.toThrow("ENOENT");
    expect(said).toEqual(["ctl reload", "ctl fail", "no-such-program"]);
  });
});

import { join } from "node:path";
import { homeFolder } from "@skein/platform/user";
import type { Machine } from "@skein/host";

/** A service of the user that runs the daemon. */
export interface ServiceFile {
  readonly path: string;
  readonly text: string;
  /** Commands that start it, now and at each login. */
  readonly start: readonly (readonly [string, ...string[]])[];
  readonly stop: readonly (readonly [string, ...string[]])[];
}

export interface ServiceOptions {
  readonly platform: NodeJS.Platform;
  /** The program that serves schedules until it is told to end, and its arguments. */
  readonly command: readonly string[];
}

/** What of the environment says where Skein's files are. Keys never: a service file can be read by others. */
const variables = ["SKEIN_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SKEIN_EXTRA_CONFIG"];
const unit = "skein-schedules.service";
const label = "dev.skein.schedules";

/** @returns `undefined` where there is neither systemd nor launchd. */
export function serviceFile(
  { env }: Pick<Machine, "env">,
  { platform, command }: ServiceOptions,
): ServiceFile | undefined {
  const home = env["HOME"] ?? homeFolder();
  const kept = variables.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  // Slots run programs: those that are found now are found then.
  const set = [...kept, ...(env["PATH"] ? [["PATH", env["PATH"]] as const] : [])];
  if (platform === "linux") {
    const path = join(env["XDG_CONFIG_HOME"] ?? join(home, ".config"), "systemd", "user", unit);
    return {
      path,
      text: systemdUnit(command, set),
      start: [
        ["systemctl", "--user", "daemon-reload"],
        ["systemctl", "--user", "enable", "--now", unit],
      ],
      stop: [["systemctl", "--user", "disable", "--now", unit]],
    };
  }
  if (platform === "darwin") {
    const path = join(home, "Library", "LaunchAgents", `${label}.plist`);
    const start = ["launchctl", "load", "-w", path] as const;
    return {
      path,
      text: launchAgent(command, set),
      start: [start],
      stop: [["launchctl", "unload", "-w", path]],
    };
  }
  return undefined;
}

type Setting = readonly [name: string, value: string];

/** `mixed`: the daemon is told to end, and ends its slots itself. */
function systemdUnit(command: readonly string[], set: readonly Setting[]): string {
  return `[Unit]
Description=Skein: what is scheduled

[Service]
ExecStart=${command.map(commandWord).join(" ")}
${set.map(([name, value]) => `Environment=${systemdWord(`${name}=${value}`)}\n`).join("")}Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=30
SuccessExitStatus=143

[Install]
WantedBy=default.target
`;
}

/** Quoted, with `%` doubled: alone it would stand for something else. Source: systemd.syntax(7), systemd.unit(5). */
function systemdWord(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `"${escaped.replaceAll("%", "%%")}"`;
}

/** In a command line `$` is doubled, too. Source: systemd.service(5), COMMAND LINES. */
function commandWord(text: string): string {
  return systemdWord(text).replaceAll("$", "$$$$");
}

function launchAgent(command: readonly string[], set: readonly Setting[]): string {
  const variablesOf = set.map(
    ([name, value]) => `    <key>${xml(name)}</key><string>${xml(value)}</string>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${xml(word)}</string>\n`).join("")}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variablesOf.join("")}  </dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
</dict>
</plist>
`;
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

import { spawnSync } from "node:child_process";
import { ConfigError } from "@skein/protocol";
import { note } from "../session/say.ts";
import { serviceFile, type ServiceFile } from "./service-file.ts";

/** The service of this program, as it is run now. Throws `ConfigError` where there are no services. */
export function ownService(): ServiceFile {
  const [entry = ""] = process.argv.slice(1);
  const command = [process.execPath, ...process.execArgv, entry, "schedule", "daemon"];
  const service = serviceFile({ platform: process.platform, env: process.env, command });
  if (service) return service;
  throw new ConfigError("usage", `There is no service to install on ${process.platform}.`, {
    hint: "Start `skein schedule daemon` with what your system has for that.",
  });
}

/** Throws `ConfigError` with what the first command that fails says. */
export function runAll(commands: ServiceFile["start"]): void {
  for (const [program, ...args] of commands) {
    note(`$ ${[program, ...args].join(" ")}`);
    const { status, error, stderr } = spawnSync(program, args, { encoding: "utf8", timeout: 60_000 });
    if (status === 0) continue;
    const why = error?.message ?? (stderr.trim() || `exit ${status}`);
    throw new ConfigError("usage", `${program} did not do it: ${why}`, {
      hint: "The file is written; start the service by hand, or `skein schedule daemon`.",
    });
  }
}

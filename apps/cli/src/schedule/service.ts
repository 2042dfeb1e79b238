import { ConfigError } from "@skein/protocol";
import { serviceFile, type ServiceFile } from "@skein/session-processes/schedules";
import { thisMachine } from "../machine.ts";
import { note } from "../print.ts";

/** The service of this program, as it is run now. Throws `ConfigError` where there are no services. */
export function ownService(): ServiceFile {
  const [entry = ""] = process.argv.slice(1);
  const command = [process.execPath, ...process.execArgv, entry, "schedule", "daemon"];
  const service = serviceFile(thisMachine(), { platform: process.platform, command });
  if (service) return service;
  throw new ConfigError("usage", `There is no service to install on ${process.platform}.`, {
    hint: "Start `skein schedule daemon` with what your system has for that.",
  });
}

/** Says a command of the service before it is run. */
export function noteCommand(command: readonly string[]): void {
  note(`$ ${command.join(" ")}`);
}

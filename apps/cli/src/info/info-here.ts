import { collectInfo, type MachineInfo } from "@skein/command-line/doctor/info";
import { thisMachine } from "../machine.ts";
import { providerRegistry } from "../providers.ts";
import { cleanText } from "@skein/terminal";
import { version } from "../version.ts";
import { trustWarnings, untrustedWarning } from "../wording/trust-warnings.ts";

export type Info = Omit<MachineInfo, "untrusted">;

/** What is in force in a folder, its warnings in the words of the command line. Throws `ConfigError`. */
export async function infoHere(cwd: string): Promise<Info> {
  const versions = { skein: version, node: process.versions.node };
  const { untrusted, ...info } = await collectInfo(thisMachine(), {
    cwd,
    providers: providerRegistry,
    versions,
  });
  const warnings = [
    ...trustWarnings(info.project),
    ...(untrusted === undefined ? [] : [untrustedWarning(untrusted)]),
    ...info.warnings,
  ];
  return { ...info, warnings: warnings.map(cleanText) };
}

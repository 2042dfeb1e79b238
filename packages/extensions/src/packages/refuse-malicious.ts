import type { McpSettings } from "../mcp/settings.ts";
import { knownMalicious, type PackageAdvisories, type PackageAdvisory } from "./package-advisories.ts";
import { startedPackage, type StartedPackage } from "./started-package.ts";

/** Throws an `Error`, the end of a sentence, for a command that would start a package of the list that ships. */
export function refuseMalicious(settings: McpSettings): void {
  const found = "command" in settings ? startedPackage(settings) : undefined;
  const advisory = found && knownMalicious(found);
  if (advisory) throw new Error(describeAdvisory(found, advisory));
}

/** The same with what others know, for a command that is new here. @returns `undefined`: nothing is known. */
export async function maliciousPackage(
  settings: McpSettings,
  advisories: PackageAdvisories,
): Promise<string | undefined> {
  const found = "command" in settings ? startedPackage(settings) : undefined;
  const advisory = found && (knownMalicious(found) ?? (await advisories(found)));
  return advisory && describeAdvisory(found, advisory);
}

function describeAdvisory({ ecosystem, name }: StartedPackage, { reason }: PackageAdvisory): string {
  return `the ${ecosystem} package ${name} is known to be malicious (${reason}), and was not started`;
}

import type { SavedConfig } from "@skein/host/configure";
import { cleanText } from "@skein/terminal";

export function sayAll(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${cleanText(line)}\n`);
}

/** What was saved, and where. */
export function savedLines({ key, config, overruledBy }: SavedConfig): readonly string[] {
  const variables = overruledBy.join(" and ");
  const verb = overruledBy.length === 1 ? "is" : "are";
  return [
    ...(key ? [keyLine(key)] : []),
    `Settings are in ${config}.`,
    ...(overruledBy.length === 0
      ? []
      : [`${variables} ${verb} set in the environment, which wins over what was saved.`]),
  ];
}

function keyLine({ variable, place }: NonNullable<SavedConfig["key"]>): string {
  if (place.kind === "keyring") return `${variable} is in the system's keyring.`;
  return `${variable} is in a file that only you can read, because no keyring can be used: ${place.path}`;
}

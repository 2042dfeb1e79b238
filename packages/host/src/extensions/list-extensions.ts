import { quotedWord } from "@skein/platform/words";
import { extensionPinsIn } from "@skein/runtime/extensions";
import { messageOf } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import { configExtensions, type ConfigExtension } from "../settings/config-extensions.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";

export interface ListedExtension {
  readonly name: string;
  readonly isEnabled: boolean;
  /** Command line or address, with references as they stand in the file. */
  readonly source: string;
  /** `file:line:column`. */
  readonly place: string;
  readonly isOfProject: boolean;
  /** Number of tools that were accepted; `null` before its first start. */
  readonly acceptedTools: number | null;
  /** Why what was accepted cannot be read. */
  readonly problem?: string;
}

/** The MCP servers of config files that count in a folder. Throws `ConfigError`. */
export async function listExtensions(machine: Machine, cwd: string): Promise<readonly ListedExtension[]> {
  const { sections } = await effectiveSettings(machine, cwd);
  return Promise.all(configExtensions(sections).map((extension) => listed(machine, extension)));
}

async function listed(machine: Machine, extension: ConfigExtension): Promise<ListedExtension> {
  const { name, isEnabled, place, isOfProject, pinKey } = extension;
  const common = { name, isEnabled, source: describeSource(extension), place, isOfProject };
  try {
    const pin = await extensionPinsIn(machine.directories.data).read(pinKey);
    return { ...common, acceptedTools: pin ? Object.keys(pin.tools).length : null };
  } catch (error) {
    return { ...common, acceptedTools: null, problem: messageOf(error) };
  }
}

function describeSource({ entry }: ConfigExtension): string {
  const { command, args = [], url } = entry as { command?: string; args?: readonly string[]; url?: string };
  return url ?? [command ?? "", ...args].map(quotedWord).join(" ");
}

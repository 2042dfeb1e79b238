import type { Parsed } from "@skein/command-line";
import { jsonFlag } from "@skein/command-line/flags";

/** Of all commands about permissions. */
export const permissionFlags = {
  json: jsonFlag,
  mode: { value: "MODE", description: "As in this permission mode; default: that of your settings" },
  outside: { description: "For explain: of a command that asks to run outside the sandbox" },
  project: { description: "For allow, ask and deny: into .skein/config.yaml of the project" },
} as const;

export type PermissionFlags = Parsed<typeof permissionFlags>;

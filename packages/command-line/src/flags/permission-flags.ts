import type { Parsed } from "../parse-flags.ts";
import { jsonFlag } from "./common-flags.ts";

/** Of all commands about permissions. */
export const permissionFlags = {
  json: jsonFlag,
  mode: { value: "MODE", description: "As in this permission mode; default: that of your settings" },
  outside: { description: "For explain: of a command that asks to run outside the sandbox" },
  project: { description: "For allow, ask and deny: into .skein/config.yaml of the project" },
} as const;

export type PermissionFlags = Parsed<typeof permissionFlags>;

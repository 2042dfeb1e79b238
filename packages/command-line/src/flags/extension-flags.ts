import type { Parsed } from "../parse-flags.ts";
import { jsonFlag, yesFlag } from "./common-flags.ts";

/** Of all commands about extensions. */
export const extensionFlags = {
  header: { value: "NAME=VALUE", repeatable: true, description: "For add: sent with every request" },
  timeout: {
    value: "DURATION",
    description: "For add: how long a call may take without progress, such as 5m; a number is seconds",
  },
  project: { description: "For add: write it to this project's .skein/config.yaml" },
  overwrite: { description: "For add and import: replace an extension of that name" },
  "dry-run": { description: "Only show what would be done" },
  yes: yesFlag,
  json: jsonFlag,
} as const;

export type ExtensionFlags = Parsed<typeof extensionFlags>;

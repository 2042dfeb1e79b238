import type { Example } from "../example.ts";
import { command } from "./command.ts";
import { event } from "./event.ts";
import { newPackage } from "./new-package.ts";
import { provider } from "./provider.ts";
import { setting } from "./setting.ts";
import { tool } from "./tool.ts";

/** By the titles of the recipes. */
export const examples: Readonly<Record<string, Example>> = {
  "A provider": provider,
  "A tool": tool,
  "A slash command": command,
  "A setting": setting,
  "An event": event,
  "A package": newPackage,
};

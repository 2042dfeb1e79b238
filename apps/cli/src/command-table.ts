import type { CommandTable } from "./command.ts";

/** All of `skein`, by the word that calls it. */
export const commands = {
  run: () => import("./commands/run.ts"),
  chat: () => import("./commands/chat.ts"),
  resume: () => import("./commands/resume.ts"),
  replay: () => import("./commands/replay.ts"),
  demo: () => import("./commands/demo.ts"),
  configure: () => import("./commands/configure.ts"),
  provider: () => import("./commands/provider.ts"),
  extension: () => import("./commands/extension.ts"),
  session: () => import("./commands/session.ts"),
  recipe: () => import("./commands/recipe.ts"),
  skill: () => import("./commands/skill.ts"),
  schedule: () => import("./commands/schedule.ts"),
  permissions: () => import("./commands/permissions.ts"),
  hooks: () => import("./commands/hooks.ts"),
  trust: () => import("./commands/trust.ts"),
  import: () => import("./commands/import.ts"),
  mcp: () => import("./commands/mcp.ts"),
  acp: () => import("./commands/acp.ts"),
  budget: () => import("./commands/budget.ts"),
  doctor: () => import("./commands/doctor.ts"),
  init: () => import("./commands/init.ts"),
  info: () => import("./commands/info.ts"),
  completion: () => import("./commands/completion.ts"),
  complete: () => import("./commands/complete.ts"),
} as const satisfies CommandTable;

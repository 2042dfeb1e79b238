// Prompts for a model whose schedule is refused.

export const problems = {
  onlyLooking: (mode: string): string =>
    `You are in mode ${mode}, and a schedule could later do things that you may not do now.`,
  freerMode: (own: string, asked: string): string =>
    `It would run in mode ${asked}, but you are in ${own}, which asks a person for approval. No one is available when a schedule runs, so you can only use plan or chat. The user can add a schedule with more permissions.`,
  freerSchedule: (own: string, { name, mode }: { readonly name: string; readonly mode: string }): string =>
    `"${name}" runs in mode ${mode}, and you are in ${own}. The user can run it now, or resume it.`,
  tooOften: "cron: at most once a minute, so give five fields.",
  tooMany: (most: number): string =>
    `Agents have already scheduled ${most} tasks, which is the limit. Remove one that is not needed.`,
  notAgreed: (file: string, commands: readonly string[]): string =>
    `The recipe ${file} would start or contact the following, and the user has not consented to it:\n${commands.map((line) => `  ${line}`).join("\n")}\nAsk the user to review and trust the recipe.`,
  ownServers: (file: string, names: readonly string[]): string =>
    `The recipe ${file} brings extensions that you do not have: ${names.join(", ")}. The user can schedule it.`,
  badRecipe: (file: string, lines: readonly string[]): string =>
    `The recipe ${file} cannot run like this:\n${lines.map((line) => `  ${line}`).join("\n")}`,
  noApprover: "This needs a person's approval, and no one is available when a schedule runs.",
  noAgent: "Only an agent can manage schedules.",
} as const;

export const replies = {
  none: "Nothing is scheduled.",
  noDaemon: "No scheduler daemon is running, so schedules do not start. The user can start or install it.",
  changed: {
    pause: (name: string) => `"${name}" is paused.`,
    resume: (name: string) => `"${name}" is resumed.`,
    remove: (name: string) => `"${name}" is removed; a running slot finishes.`,
    run_now: (name: string) =>
      `"${name}" runs once more as soon as a daemon picks it up. Call schedule_list for the outcome.`,
  },
} as const;

// What the model reads when something cannot be scheduled.

export const problems = {
  onlyLooking: (mode: string): string =>
    `You are in mode ${mode}, and what is scheduled would do things later that you may not do now.`,
  freerMode: (own: string, asked: string): string =>
    `It would run in mode ${asked}, and you are in ${own}, in which a person is asked. Nobody is there when a schedule runs, so from here it can be plan or chat. The user can have more, and add the schedule.`,
  freerSchedule: (own: string, { name, mode }: { readonly name: string; readonly mode: string }): string =>
    `"${name}" runs in mode ${mode}, and you are in ${own}. The user can run it now, or resume it.`,
  tooOften: "cron: at most once a minute, so give five fields.",
  tooMany: (most: number): string =>
    `Agents have scheduled ${most} tasks already. Remove one that is not needed.`,
  notAgreed: (file: string, commands: readonly string[]): string =>
    `The recipe ${file} would start or reach this, and nobody has agreed to it:\n${commands.map((line) => `  ${line}`).join("\n")}\nAsk the user to look at it, and to trust it.`,
  ownServers: (file: string, names: readonly string[]): string =>
    `The recipe ${file} brings extensions that you do not have: ${names.join(", ")}. The user can schedule it.`,
  badRecipe: (file: string, lines: readonly string[]): string =>
    `The recipe ${file} cannot run like this:\n${lines.map((line) => `  ${line}`).join("\n")}`,
  nobodyToAsk: "A person is asked before this, and nobody is there when a schedule runs.",
  noAgent: "Schedules are kept by an agent, and there is none here.",
} as const;

export const replies = {
  none: "Nothing is scheduled.",
  noDaemon:
    "No daemon is running, so nothing starts by itself. The user can start or install the daemon of schedules.",
  changed: {
    pause: (name: string) => `"${name}" is paused.`,
    resume: (name: string) => `"${name}" goes on.`,
    remove: (name: string) => `"${name}" is removed; what runs goes on to its end.`,
    run_now: (name: string) =>
      `"${name}" runs once more as soon as a daemon takes it. schedule_list tells how it went.`,
  },
} as const;

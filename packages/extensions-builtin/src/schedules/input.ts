import type { StandardIssue, StandardSchema } from "@skein/protocol";
import { fields, integer, number, oneOf, optional, text, texts } from "../fields.ts";

const actions = ["add", "pause", "resume", "remove", "run_now"] as const;
/** Permission modes that never ask. */
const modes = ["auto", "plan", "chat"] as const;

const changes = {
  action: oneOf(actions, "run_now: one more run, now"),
  name: text("Of the schedule: letters, digits, - _ and ."),
  cron: optional(text('add: five fields ("30 6 * * 1-5") or @hourly, @daily, @weekly, @monthly, @yearly')),
  tz: optional(text("add: IANA time zone of cron. Default that of the machine")),
  prompt: optional(text("add: the whole task; whoever does it knows nothing of this conversation")),
  recipe: optional(text("add: instead of prompt, the file of a recipe")),
  parameters: optional(texts("add: values for the parameters of the recipe")),
  mode: optional(
    oneOf(
      modes,
      "add: auto does everything, plan only reads, chat has no tools. Default the freest you may give",
    ),
  ),
  provider: optional(text("add: default yours")),
  model: optional(text("add: default yours")),
  max_cost_usd: optional(number({ minimum: 0 }, "add: of one run, in US dollars")),
  max_turns: optional(integer({ minimum: 1, maximum: 1000 }, "add: of one run")),
  max_minutes: optional(number({ minimum: 1, maximum: 1440 }, "add: of one run")),
};

export const changeInput = fields(changes, (input) =>
  input.action === "add" ? missing(input) : tooMuch(input),
);

export type ChangeInput = typeof changeInput extends StandardSchema<infer Input> ? Input : never;

/** Input for a new schedule; defaults are up to the `ScheduleDesk`. */
export type NewSchedule = Omit<ChangeInput, "action" | "cron"> & { readonly cron: string };

export const lookInput = fields({
  name: optional(text("Of one schedule: all about it, and how its last runs went")),
  limit: optional(integer({ minimum: 1, maximum: 100 }, "Of its last runs. Default 10")),
});

interface Given {
  readonly action: (typeof actions)[number];
  readonly cron: string | undefined;
  readonly prompt: string | undefined;
  readonly recipe: string | undefined;
  readonly parameters: Readonly<Record<string, string>> | undefined;
}

function missing({ cron, prompt, recipe, parameters }: Given): readonly StandardIssue[] {
  const isOne = (prompt === undefined) !== (recipe === undefined);
  return [
    ...(cron === undefined ? [{ path: ["cron"], message: "missing: say when" }] : []),
    ...(isOne ? [] : [{ path: ["prompt"], message: "give prompt or recipe, one of them" }]),
    ...(parameters !== undefined && recipe === undefined
      ? [{ path: ["parameters"], message: "only together with recipe" }]
      : []),
  ];
}

/** A field that has no effect would be mistaken for a change. */
function tooMuch({
  action,
  name: _name,
  ...others
}: Given & { readonly name: string }): readonly StandardIssue[] {
  return Object.keys(others).map((field) => ({
    path: [field],
    message: `is for add only, not for ${action}`,
  }));
}

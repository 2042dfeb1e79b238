import { areas, type Action, type Area, type ImportPlan, type PlanItem, planActions } from "@skein/imports";

const titles: Record<Area, string> = {
  settings: "Settings",
  extensions: "Extensions",
  permissions: "Permissions",
  hooks: "Hooks",
  memory: "Notes for the model",
  secrets: "Keys",
};

const marks: Record<Action, string> = { add: "+", change: "~", same: "=", keep: "·", skip: "-" };

/** An item whose reason already says what can be done about it. */
type WordedItem = Omit<PlanItem, "remedy">;

/** The plan for people, a group for each area. */
export function planLines({
  items,
  broken,
}: Pick<ImportPlan, "broken"> & { readonly items: readonly WordedItem[] }): readonly string[] {
  const groups = areas.flatMap((area) => {
    const own = items.filter((item) => item.area === area);
    if (own.length === 0) return [];
    const lines = planActions.flatMap((action) => own.filter((item) => item.action === action).map(itemLine));
    return ["", titles[area], ...lines];
  });
  const unread =
    broken.length === 0
      ? []
      : ["", "Not readable", ...broken.map((sentence) => `  ! ${joinLines(sentence)}`)];
  return [...groups, ...unread];
}

function itemLine(item: WordedItem): string {
  return `  ${marks[item.action]} ${joinLines(words(item))}`;
}

function words({ action, subject, before, after, why }: WordedItem): string {
  const reason = why === undefined ? "" : ` (${why})`;
  const now = after === undefined ? "" : `: ${after}`;
  switch (action) {
    case "add":
      return `${subject}${now}${reason}`;
    case "change":
      return before === undefined || before === after
        ? `${subject}${now}${reason}`
        : `${subject}: ${before} → ${after ?? "nothing"}${reason}`;
    case "same":
      return `${subject}${now} (the same already)`;
    case "keep":
      return `kept: ${subject}${before === undefined ? "" : `: ${before}`}${after === undefined ? "" : `, there ${after}`}${reason}`;
    case "skip":
      return `not taken: ${subject}${now}: ${why ?? "Skein has no place for it"}`;
  }
}

/** What comes from other people's files must not draw lines of its own. */
function joinLines(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ");
}

import { isJsonObject, type JsonValue, type Verdict, verdicts } from "@skein/protocol";
import type { ConfigChange } from "@skein/settings";
import type { FoundRule } from "../findings.ts";
import type { DecidedExtensions } from "./plan-extensions.ts";
import type { Decided, PlanItem } from "./plan-item.ts";
import { mapOf } from "../reading/read-file.ts";
import type { CurrentSetup } from "./current-setup.ts";

interface Taking extends Pick<DecidedExtensions, "names"> {
  /** Whether new extensions are written too. */
  readonly isTaken: boolean;
}

/**
 * Rules that Skein can say exactly. What is allowed never becomes more: an allowance goes when a narrower rule against
 * it cannot come along, when the extension is not the same, and where Skein has a stricter rule.
 */
export function planRules(
  found: readonly FoundRule[],
  extensions: Taking,
  { config }: Pick<CurrentSetup, "config">,
  overwrite: boolean,
): Decided {
  const items: PlanItem[] = [];
  const wanted = new Map<string, FoundRule>();
  for (const rule of found) {
    const why = rule.isPartOf ?? obstacle(rule, found) ?? extensionProblem(rule, extensions);
    const tool = nameOf(rule, extensions);
    if (why !== undefined) {
      items.push({ area: "permissions", action: "skip", subject: rule.said, why, file: rule.file });
      continue;
    }
    const other = wanted.get(tool);
    if (!other || isStricter(rule.verdict, other.verdict)) wanted.set(tool, rule);
  }
  const changes: ConfigChange[] = [];
  /** Rules against something that Skein will not have, because a looser one of its own stays. */
  const lost: FoundRule[] = [];
  // The strictest first: an allowance depends on what became of them.
  for (const [tool, rule] of [...wanted].toSorted(([, one], [, other]) => byStrictness(one, other))) {
    const { verdict, said, file } = rule;
    const current = verdictIn(mapOf(config["permissions"])[tool]);
    const common = { area: "permissions", subject: tool, after: verdict, file } as const;
    const before = current === undefined ? {} : { before: current };
    const missed = verdict === "allow" ? lost.find((one) => covers(one, rule)) : undefined;
    if (current === verdict) items.push({ ...common, action: "same" });
    else if (current !== undefined && isStricter(current, verdict))
      items.push({ ...common, action: "keep", ...before, why: "Skein's own rule is stricter" });
    else if (current !== undefined && !overwrite) {
      lost.push(rule);
      items.push({
        ...common,
        action: "keep",
        ...before,
        why: "Skein has its own rule",
        remedy: { do: "overwrite", replaces: [tool] },
      });
    } else if (missed) {
      const why = `without \`${missed.said}\`, whose place Skein's own rule keeps, it would allow more than it did`;
      items.push({ area: "permissions", action: "skip", subject: said, why, file });
    } else {
      items.push({
        ...common,
        action: current === undefined ? "add" : "change",
        ...before,
        why: said,
      });
      changes.push({ path: ["permissions", tool], value: verdict });
    }
  }
  return { items: oncePerRule(items), config: changes };
}

function byStrictness(one: FoundRule, other: FoundRule): number {
  return verdicts.indexOf(other.verdict) - verdicts.indexOf(one.verdict);
}

/** Whether the two speak of calls in common. */
function covers(one: FoundRule, other: FoundRule): boolean {
  if (one.extension !== other.extension || one.isOwn !== other.isOwn) return false;
  return one.tool === undefined || other.tool === undefined || one.tool === other.tool;
}

function nameOf({ extension, isOwn, tool, text }: FoundRule, { names }: Taking): string {
  if (text !== undefined) return text;
  const name = isOwn ? extension : (names.get(extension)?.name ?? extension);
  return tool === undefined ? name : `${name}__${tool}`;
}

/** Why a rule that can be said cannot be said of this extension. */
function extensionProblem(rule: FoundRule, { names, isTaken }: Taking): string | undefined {
  const { extension, isOwn, tool, verdict } = rule;
  if (verdict === "allow" && tool === undefined)
    return "allowing a whole extension would also allow a tool of that name in another: allow its tools one by one";
  if (isOwn) return undefined;
  const known = names.get(extension);
  if (!known) return `Skein will not have the same extension ${extension}`;
  if (known.isNew && !isTaken) return `the extension ${extension} is not taken along`;
  return undefined;
}

/** A rule against some of the calls that this one allows, and that Skein cannot say. */
function obstacle(rule: FoundRule, found: readonly FoundRule[]): string | undefined {
  if (rule.verdict !== "allow") return undefined;
  const narrower = found.find(
    (one) => one.verdict !== "allow" && one.isPartOf !== undefined && covers(one, rule),
  );
  return narrower && `without \`${narrower.said}\`, which Skein cannot say, it would allow more than it did`;
}

function isStricter(one: Verdict, other: Verdict): boolean {
  return verdicts.indexOf(one) > verdicts.indexOf(other);
}

function verdictIn(value: JsonValue | undefined): Verdict | undefined {
  const said = isJsonObject(value) ? value["verdict"] : value;
  return verdicts.find((verdict) => verdict === said);
}

/** A rule that would have become several is left alone once. */
function oncePerRule(items: readonly PlanItem[]): readonly PlanItem[] {
  return items.filter(
    (item, index) =>
      item.action !== "skip" ||
      items.findIndex((other) => other.action === "skip" && other.subject === item.subject) === index,
  );
}

import { quotedWord } from "@skein/platform/words";
import { isDeepStrictEqual } from "node:util";
import { entryProblem, referencesIn } from "@skein/host/settings";
import { isJsonObject, isNamedBuiltin, type JsonObject, type JsonValue } from "@skein/protocol";
import { extensionNamePattern, type ConfigChange } from "@skein/settings";
import type { FoundExtension, FoundSecret } from "../findings.ts";
import { ownPrefix } from "../reading/hide-secrets.ts";
import type { Decided, PlanItem } from "./plan-item.ts";
import { mapOf, nonEmptyText, textsOf } from "../reading/read-file.ts";
import type { CurrentSetup } from "./current-setup.ts";

export interface DecidedExtensions extends Decided {
  /** How Skein calls those that will be in it just as they were there, by how the program's rules call them. */
  readonly names: ReadonlyMap<string, { readonly name: string; readonly isNew: boolean }>;
}

export async function planExtensions(
  found: readonly FoundExtension[],
  now: CurrentSetup,
  overwrite: boolean,
): Promise<DecidedExtensions> {
  const items: PlanItem[] = [];
  const changes: ConfigChange[] = [];
  const secrets: FoundSecret[] = [];
  const names = new Map<string, { name: string; isNew: boolean }>();
  const taken = new Set<string>();
  for (const one of found) {
    const name = skeinName(one.name);
    const current = mapOf(now.config["extensions"])[name];
    const common = { area: "extensions", subject: name, file: one.file } as const;
    const shown = {
      ...(current === undefined ? {} : { before: describeEntry(mapOf(current)) }),
      after: describeEntry(one.entry),
    };
    const problem = nameProblem(name, taken) ?? entryProblem(one.entry) ?? formProblem(one.entry);
    if (problem !== undefined) {
      items.push({ ...common, action: "skip", subject: one.name, why: problem });
      continue;
    }
    taken.add(name);
    const isSame = isDeepStrictEqual(current, one.entry);
    if (current !== undefined && !isSame && !overwrite) {
      items.push({
        ...common,
        action: "keep",
        ...shown,
        why: "Skein has its own of that name",
        remedy: { do: "overwrite", replaces: [name] },
      });
      continue;
    }
    names.set(one.ruleName, { name, isNew: !isSame });
    const missing = await missingSecrets(one.secrets, now, overwrite || !isSame);
    secrets.push(...missing);
    const why = [await whatToKnow(one, missing, now), ...(isSame ? [] : rulesThatStay(name, now))]
      .filter((sentence) => sentence !== "")
      .join("; ");
    if (!isSame) changes.push({ path: ["extensions", name], value: one.entry });
    const action = isSame
      ? missing.length > 0
        ? "change"
        : "same"
      : current === undefined
        ? "add"
        : "change";
    items.push({ ...common, action, ...shown, ...(why === "" ? {} : { why }) });
  }
  return { items, config: changes, secrets, names };
}

/** A name that can be part of a tool's. */
function skeinName(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 48);
}

function nameProblem(name: string, taken: ReadonlySet<string>): string | undefined {
  if (!extensionNamePattern.test(name)) return "it has no name that Skein can use";
  if (isNamedBuiltin(name)) return "Skein has a built-in extension of that name";
  return taken.has(name) ? "another one has the same name in Skein" : undefined;
}

/** Characters; a config file that grows too long could not be read any more. */
const longestEntry = 8192;

/** Lines that begin with blanks do not come out of a config file as they went in. */
const brokenLines = /(^|\n)[ \t]+(\n|$)|^\n*[ \t][^]*\n|\r/;

function formProblem(entry: JsonObject): string | undefined {
  if (JSON.stringify(entry).length > longestEntry) return "it is too long for a config file";
  const texts = Object.values<JsonValue>(entry).flatMap((value) =>
    isJsonObject(value) ? Object.values(value) : value,
  );
  const isBroken = texts.some((text) => typeof text === "string" && brokenLines.test(text));
  return isBroken ? "a text in it has blanks and line breaks that a config file would not keep" : undefined;
}

async function missingSecrets(
  secrets: readonly FoundSecret[],
  { secrets: store }: CurrentSetup,
  replaces: boolean,
): Promise<readonly FoundSecret[]> {
  const missing: FoundSecret[] = [];
  for (const secret of secrets) {
    const kept = await store.get(secret.name);
    // One that carries the extension's name is the extension's alone; others may be in use elsewhere.
    const isOwn = secret.name.startsWith(ownPrefix);
    if (kept === undefined || (kept !== secret.value && isOwn && replaces)) missing.push(secret);
  }
  return missing;
}

async function whatToKnow(
  { entry, secrets }: FoundExtension,
  missing: readonly FoundSecret[],
  { secrets: store, env }: CurrentSetup,
): Promise<string> {
  const lacking: string[] = [];
  for (const { name, fallback } of referencesIn(entry)) {
    const isThere =
      fallback !== undefined ||
      (env[name] ?? "") !== "" ||
      secrets.some((secret) => secret.name === name) ||
      (await store.get(name)) !== undefined;
    if (!isThere) lacking.push(name);
  }
  return [
    ...(missing.length === 0 ? [] : [`kept as secrets: ${missing.map(({ name }) => name).join(", ")}`]),
    ...(lacking.length === 0
      ? []
      : [`needs ${lacking.join(", ")}, which is not set here: it does not start without`]),
  ].join("; ");
}

/** Rules that Skein has for an extension of that name count for the one that comes. */
function rulesThatStay(name: string, { config }: CurrentSetup): readonly string[] {
  const rules = Object.keys(mapOf(config["permissions"])).filter(
    (tool) => tool === name || tool.startsWith(`${name}__`),
  );
  return rules.length === 0 ? [] : [`Skein's rules of that name count for it: ${rules.join(", ")}`];
}

/** What starts, with the names of its variables. */
function describeEntry(entry: JsonObject): string {
  const { command, url, env, headers, enabled } = entry;
  const what =
    nonEmptyText(url) ?? [nonEmptyText(command) ?? "", ...textsOf(entry["args"])].map(quotedWord).join(" ");
  const names = Object.keys(mapOf(env ?? headers));
  return `${what}${names.length === 0 ? "" : ` (${names.join(", ")})`}${enabled === false ? ", off" : ""}`;
}

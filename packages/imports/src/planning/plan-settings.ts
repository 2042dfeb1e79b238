import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "@skein/protocol";
import { settingFields, isServiceUrl, type ConfigChange } from "@skein/settings";
import type { FoundSetting } from "../findings.ts";
import type { Decided, PlanItem } from "./plan-item.ts";
import { mapOf } from "../reading/read-file.ts";
import type { CurrentSetup } from "./current-setup.ts";

type Config = CurrentSetup["config"];

export function planSettings(
  found: readonly FoundSetting[],
  { config }: Pick<CurrentSetup, "config">,
  overwrite: boolean,
): Decided {
  const foreign = overwrite ? undefined : foreignProvider(found, config);
  const decided = found.map((one) => planSetting(one, { config, overwrite, foreign }));
  const hasNewProvider = decided.some(({ change }) => change?.path[0] === "provider");
  const hasModel = found.some(({ name }) => name === "model");
  const forgotten = hasNewProvider && !hasModel ? forgetModel(config) : undefined;
  return {
    items: [...decided.map(({ item }) => item), ...(forgotten ? [forgotten] : [])],
    config: [
      ...decided.flatMap(({ change }) => change ?? []),
      ...(forgotten ? [{ path: ["model"], value: undefined }] : []),
    ],
  };
}

/** The provider there, when Skein keeps another, or a model that may be another's. */
function foreignProvider(found: readonly FoundSetting[], config: Config): string | undefined {
  const there = found.find(({ name }) => name === "provider")?.value;
  const model = found.find(({ name }) => name === "model")?.value;
  if (typeof there !== "string") return undefined;
  const own = config["provider"] ?? undefined;
  if (own !== undefined) return own === there ? undefined : there;
  const ownModel = config["model"] ?? undefined;
  return ownModel === undefined || ownModel === model ? undefined : there;
}

/** Another provider does not know the model of the one before. */
function forgetModel(config: Config): PlanItem | undefined {
  const model = config["model"] ?? undefined;
  if (model === undefined) return undefined;
  const after = "the provider's default";
  return {
    area: "settings",
    action: "change",
    subject: "model",
    before: settingText(model),
    after,
    file: "",
  };
}

interface Circumstances {
  readonly config: Config;
  readonly overwrite: boolean;
  readonly foreign: string | undefined;
}

function planSetting(
  one: FoundSetting,
  { config, overwrite, foreign }: Circumstances,
): { readonly item: PlanItem; readonly change?: ConfigChange } {
  const { path, current, fallback, problem, isShown } = settingTarget(one, config);
  const { value, said, file } = one;
  const about = { area: "settings", subject: path.join("."), file } as const;
  const after = settingText(value);
  const before = current === undefined ? {} : { before: settingText(current) };
  if (problem !== undefined)
    return { item: { ...about, action: "skip", subject: said, ...(isShown ? { after } : {}), why: problem } };
  if (isDeepStrictEqual(current ?? fallback, value)) return { item: { ...about, action: "same", after } };
  if (foreign !== undefined && one.name === "model") {
    const why = `it is for ${foreign}, and Skein keeps its own provider and model`;
    const remedy = { do: "overwrite", replaces: ["provider", "model"] } as const;
    return { item: { ...about, action: "keep", ...before, after, why, remedy } };
  }
  if (!overwrite && (current !== undefined || (foreign !== undefined && one.name === "provider"))) {
    const why = `Skein has its own ${current === undefined ? "model" : "value"}`;
    const remedy = { do: "overwrite", replaces: [about.subject] } as const;
    return { item: { ...about, action: "keep", ...before, after, why, remedy } };
  }
  const usual =
    current === undefined && fallback !== undefined
      ? { why: `now ${settingText(fallback)}, the default` }
      : {};
  const action = current === undefined ? "add" : "change";
  return { item: { ...about, action, ...before, after, ...usual }, change: { path, value } };
}

interface SettingTarget {
  readonly path: readonly string[];
  /** What Skein's config says now. */
  readonly current: JsonValue | undefined;
  readonly fallback: JsonValue | undefined;
  /** Why the value is of no use. */
  readonly problem: string | undefined;
  /** Whether a value that is of no use may be told; an address may hold a password. */
  readonly isShown: boolean;
}

function settingTarget({ name, value }: FoundSetting, config: Config): SettingTarget {
  if (typeof name !== "string") {
    const isGood = typeof value === "string" && isServiceUrl(value);
    return {
      path: ["providers", name.addressOf, "baseUrl"],
      current: mapOf(mapOf(config["providers"])[name.addressOf])["baseUrl"] ?? undefined,
      fallback: undefined,
      problem: isGood ? undefined : "it is not an http or https address without a password",
      isShown: false,
    };
  }
  const { key, parse, fallback } = settingFields[name];
  const parsed = parse(value);
  return {
    path: [key],
    current: config[key] ?? undefined,
    fallback,
    problem: "fix" in parsed ? `Skein cannot use this value. ${parsed.fix}` : undefined,
    isShown: true,
  };
}

function settingText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

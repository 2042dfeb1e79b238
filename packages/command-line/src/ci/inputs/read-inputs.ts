import { settingFix } from "@skein/host/settings";
import { ConfigError, isJsonObject, type JsonValue } from "@skein/protocol";
import { severities, type Severity } from "@skein/review";
import { actionInputs, type InputName } from "./action-inputs.ts";

/** What the author of a workflow has said. */
export interface CiInputs {
  readonly prompt: string;
  readonly recipe: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** What was agreed to of recipes. */
  readonly trustHashes: readonly string[];
  readonly review: boolean;
  readonly failOn: Severity | "never";
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** `read-only`, or a permission mode. */
  readonly mode: string;
  readonly maxCost: string;
  readonly maxTime: string;
  readonly maxTurns: string;
  readonly triggerPhrase: string;
  readonly labelTrigger: string | undefined;
  readonly assigneeTrigger: string | undefined;
  readonly allowed: AllowedActors;
  readonly comment: boolean;
  readonly botLogin: string;
  readonly sarifFile: string | undefined;
}

/** Who may start a run. Names are compared without case. */
export interface AllowedActors {
  /** In upper case; `*` is everyone. */
  readonly associations: readonly string[];
  readonly users: readonly string[];
  readonly bots: readonly string[];
}

/** @param given - an object of texts, as GitHub hands inputs over. Throws `ConfigError` that names the input. */
export function readInputs(given: JsonValue): CiInputs {
  if (!isJsonObject(given))
    throw new ConfigError("usage", "The inputs of the action are no object of names and texts.");
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(actionInputs, name));
  if (unknown !== undefined)
    throw new ConfigError("usage", `The action has no input "${unknown}".`, {
      hint: `It has: ${Object.keys(actionInputs).join(", ")}.`,
    });
  const text = (name: InputName): string => {
    const value = given[name] ?? "";
    if (typeof value !== "string") throw invalid(name, "is no text", "Write it in quotes.");
    return value.trim() === "" ? actionInputs[name].default : value.trim();
  };
  const optional = (name: InputName) => (text(name) === "" ? undefined : text(name));
  const inputs: CiInputs = {
    prompt: text("prompt"),
    recipe: optional("recipe"),
    params: paramsIn(text("params")),
    trustHashes: namesIn(text("trust-hash")),
    review: flag("review", text("review")),
    failOn: oneOf("fail-on", text("fail-on"), [...severities, "never"]),
    provider: optional("provider"),
    model: optional("model"),
    mode: text("mode"),
    maxCost: text("max-cost"),
    maxTime: text("max-time"),
    maxTurns: text("max-turns"),
    triggerPhrase: text("trigger-phrase"),
    labelTrigger: optional("label-trigger"),
    assigneeTrigger: optional("assignee-trigger"),
    allowed: {
      associations: namesIn(text("allowed-associations")).map((name) =>
        oneOf("allowed-associations", name.toUpperCase(), [...associations, "*"]),
      ),
      users: namesIn(text("allowed-users")),
      bots: namesIn(text("allowed-bots")),
    },
    comment: flag("comment", text("comment")),
    botLogin: text("bot-login"),
    sarifFile: optional("sarif-file"),
  };
  if (inputs.mode !== "read-only") checkSetting("mode", "mode", inputs.mode);
  checkSetting("max-cost", "maxCostUsd", inputs.maxCost);
  checkSetting("max-time", "maxTimeMs", inputs.maxTime);
  checkSetting("max-turns", "maxTurns", inputs.maxTurns);
  checkTogether(inputs);
  return inputs;
}

/** Of GitHub's `author_association`. One that does not exist would let no one start a run. */
const associations = [
  "OWNER",
  "MEMBER",
  "COLLABORATOR",
  "CONTRIBUTOR",
  "FIRST_TIMER",
  "FIRST_TIME_CONTRIBUTOR",
  "MANNEQUIN",
  "NONE",
];

function checkTogether({ prompt, recipe, params, trustHashes, review, sarifFile }: CiInputs): void {
  if (review && (prompt !== "" || recipe !== undefined))
    throw invalid(
      "review",
      "stands beside prompt or recipe",
      "A review has its own task: leave one of them out.",
    );
  if (!review && sarifFile !== undefined)
    throw invalid("sarif-file", "is for findings of a review", "Add review: true.");
  if (recipe === undefined && Object.keys(params).length > 0)
    throw invalid("params", "are for a recipe", "Add recipe, or leave them out.");
  if (recipe === undefined && trustHashes.length > 0)
    throw invalid("trust-hash", "is for a recipe", "Add recipe, or leave it out.");
}

/** As the run would refuse it, before GitHub is asked. */
function checkSetting(name: InputName, setting: Parameters<typeof settingFix>[0], value: string): void {
  const fix = settingFix(setting, value);
  if (fix === undefined) return;
  const also = setting === "mode" ? " Or read-only." : "";
  throw invalid(name, `cannot be "${value}"`, `${fix}${also}`);
}

function paramsIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      if (at < 1)
        throw invalid("params", `has a line without KEY=VALUE: ${line.trim()}`, "Write one a line.");
      return [line.slice(0, at).trim(), line.slice(at + 1)];
    }),
  );
}

function namesIn(text: string): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((name) => name.trim().replace(/^@/, ""))
    .filter((name) => name !== "");
}

function flag(name: InputName, text: string): boolean {
  return oneOf(name, text, ["true", "false"]) === "true";
}

function oneOf<Word extends string>(name: InputName, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found === undefined) throw invalid(name, `cannot be "${text}"`, `It is one of ${words.join(", ")}.`);
  return found;
}

function invalid(name: InputName, problem: string, hint: string): ConfigError {
  return new ConfigError("usage", `The input ${name} ${problem}.`, { hint });
}

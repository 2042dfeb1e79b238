import {
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  permissionModeNames,
  verdicts,
  readModelName,
} from "@skein/protocol";
import { optional } from "../optional.ts";
import type {
  Recipe,
  RecipeBudget,
  RecipeModel,
  RecipePermissions,
  RecipeRetry,
  RecipeRule,
  RecipeSettings,
  ShellCheck,
  SubRecipe,
} from "../recipe.ts";
import { durationMs } from "./duration.ts";
import type { DocumentNode } from "./document-node.ts";
import { extensionOf } from "./extension-fields.ts";
import { fieldsOf, type Fields } from "./fields.ts";
import { isTemplate } from "./plain-value.ts";
import { report, type Findings } from "./findings.ts";
import { parameterOf } from "./parameter-fields.ts";

/** As much of a recipe as can be made out; what cannot is reported. */
export function recipeOf(findings: Findings, root: DocumentNode): Recipe | undefined {
  const whole = fieldsOf(findings, root, "");
  if (!whole) return undefined;
  // Saved recipes of other programs are wrapped once.
  const fields = whole.has("recipe") ? whole.fields("recipe") : whole;
  if (!fields) return undefined;
  const title = fields.text("title", { required: true });
  const description = fields.text("description", { required: true });
  const recipe: Recipe = {
    version: fields.text("version") ?? "1.0.0",
    title: title ?? "",
    description: description ?? "",
    ...optional("instructions", fields.text("instructions")),
    ...optional("prompt", fields.text("prompt")),
    parameters: fields.list("parameters", (node, path) => parameterOf(findings, node, path)) ?? [],
    ...optional(
      "extensions",
      fields.list("extensions", (node, path) => extensionOf(findings, node, path)),
    ),
    settings: settingsOf(fields.fields("settings")),
    models: modelsOf(findings, fields),
    subRecipes: fields.list("sub_recipes", (node, path) => subRecipeOf(findings, node, path)) ?? [],
    ...responseOf(findings, fields.fields("response")),
    ...optional("retry", retryOf(findings, fields.fields("retry"))),
    activities: fields.texts("activities") ?? [],
    ...optional("author", authorOf(fields.fields("author"))),
    context: fields.texts("context") ?? [],
    ...optional("permissions", permissionsOf(findings, fields.fields("permissions"))),
    ...optional("budget", budgetOf(findings, fields.fields("budget"))),
    tests: fields.texts("tests") ?? [],
  };
  fields.end();
  return recipe;
}

function settingsOf(fields: Fields | undefined): RecipeSettings {
  if (!fields) return {};
  const settings = {
    ...optional("provider", fields.text("goose_provider") ?? fields.text("provider")),
    ...optional("model", fields.text("goose_model") ?? fields.text("model")),
    ...optional("temperature", fields.number("temperature", { min: 0, max: 2 })),
    ...optional("maxTurns", fields.number("max_turns", { whole: true, min: 0 })),
  };
  fields.end(["goose_provider", "goose_model", "provider", "model"]);
  return settings;
}

function modelsOf(findings: Findings, fields: Fields): readonly RecipeModel[] {
  if (!fields.has("model")) return [];
  return (
    fields.list("model", (node, path) => {
      if (node.kind === "scalar")
        return isTemplate(node.text) ? { model: node.text } : readModelName(node.text);
      const model = fieldsOf(findings, node, path);
      if (!model) return undefined;
      const name = model.text("model", { required: true });
      const rest = {
        ...optional("provider", model.text("provider")),
        ...optional("temperature", model.number("temperature", { min: 0, max: 2 })),
      };
      model.end();
      return name === undefined ? undefined : { model: name, ...rest };
    }) ?? []
  );
}

function subRecipeOf(findings: Findings, node: DocumentNode, path: string): SubRecipe | undefined {
  const fields = fieldsOf(findings, node, path);
  if (!fields) return undefined;
  const name = fields.text("name", { required: true });
  const file = fields.text("path", { required: true });
  const rest = {
    values: fields.textMap("values") ?? {},
    sequentialWhenRepeated: fields.flag("sequential_when_repeated") ?? false,
    ...optional("description", fields.text("description")),
  };
  fields.end();
  return name === undefined || file === undefined ? undefined : { name, path: file, ...rest };
}

function responseOf(
  findings: Findings,
  fields: Fields | undefined,
): { readonly responseSchema?: JsonSchema } {
  if (!fields) return {};
  const schema = fields.value("json_schema");
  fields.end();
  if (schema === undefined || typeof schema === "boolean") return {};
  if (isObject(schema)) return { responseSchema: schema };
  report(findings, fields.pathOf("json_schema"), {
    code: "bad-schema",
    message: `${fields.pathOf("json_schema")} is not a JSON Schema.`,
    fix: 'Write a mapping that begins with "type: object".',
  });
  return {};
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function retryOf(findings: Findings, fields: Fields | undefined): RecipeRetry | undefined {
  if (!fields) return undefined;
  const maxRetries = fields.number("max_retries", {
    required: true,
    whole: true,
    min: 1,
    max: 4_294_967_295,
  });
  const checks = fields.list("checks", (node, path) => checkOf(findings, node, path), { required: true });
  const seconds = { whole: true, min: 1 } as const;
  const rest = {
    ...optional("onFailure", fields.text("on_failure")),
    ...optional("timeoutSeconds", fields.number("timeout_seconds", seconds)),
    ...optional("onFailureTimeoutSeconds", fields.number("on_failure_timeout_seconds", seconds)),
  };
  fields.end();
  return maxRetries === undefined ? undefined : { maxRetries, checks: checks ?? [], ...rest };
}

function checkOf(findings: Findings, node: DocumentNode, path: string): ShellCheck | undefined {
  const fields = fieldsOf(findings, node, path);
  const type = fields?.word("type", ["shell", "Shell"], { required: true });
  if (!fields || type === undefined) return undefined;
  const command = fields.text("command", { required: true });
  fields.end();
  return command === undefined ? undefined : { type: "shell", command };
}

function authorOf(fields: Fields | undefined): Recipe["author"] {
  if (!fields) return undefined;
  const author = {
    ...optional("contact", fields.text("contact")),
    ...optional("metadata", fields.text("metadata")),
  };
  fields.end();
  return author;
}

function permissionsOf(findings: Findings, fields: Fields | undefined): RecipePermissions | undefined {
  if (!fields) return undefined;
  const rules = rulesOf(findings, fields.node("rules"), fields.pathOf("rules"));
  const mode = optional("mode", fields.word("mode", permissionModeNames));
  fields.end();
  return { ...mode, rules };
}

/** By tool, as in the settings: a verdict, or a mapping with `verdict` and `reason`. */
function rulesOf(findings: Findings, node: DocumentNode | undefined, path: string): readonly RecipeRule[] {
  const rules = node && fieldsOf(findings, node, path);
  if (!rules || node.kind !== "map") return [];
  return node.entries.flatMap(({ key: tool, value }): RecipeRule[] => {
    if (value.kind === "scalar") {
      const verdict = rules.word(tool, verdicts);
      return verdict === undefined ? [] : [{ tool, verdict }];
    }
    const rule = rules.fields(tool);
    const verdict = rule?.word("verdict", verdicts, { required: true });
    const reason = optional("reason", rule?.text("reason"));
    rule?.end();
    return verdict === undefined ? [] : [{ tool, verdict, ...reason }];
  });
}

function budgetOf(findings: Findings, fields: Fields | undefined): RecipeBudget | undefined {
  if (!fields) return undefined;
  const budget = {
    ...optional("maxCostUsd", fields.number("max_cost_usd", { min: 0 })),
    ...optional("maxTokens", fields.number("max_tokens", { whole: true, min: 1 })),
  };
  const time = fields.text("max_time");
  fields.end();
  if (time === undefined) return budget;
  const maxTimeMs = durationMs(time);
  if (maxTimeMs === undefined && !(findings.templates && isTemplate(time))) {
    report(findings, fields.pathOf("max_time"), {
      code: "bad-value",
      message: `${fields.pathOf("max_time")} says ${JSON.stringify(time)}, which is not a duration.`,
      fix: "Write a number and a unit: 90s, 15m, 2h; a bare number counts seconds.",
    });
  }
  return { ...budget, ...optional("maxTimeMs", maxTimeMs) };
}

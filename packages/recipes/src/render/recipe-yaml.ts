import type { JsonObject, JsonValue } from "@skein/protocol";
import type { Parameter, Recipe, RecipeExtension, RecipeModel } from "../recipe.ts";
import { loadYaml } from "../later.ts";

/**
 * A recipe in the names and the order of its file format. What is empty is left out. Texts of several lines are blocks, but
 * for those that would not come out of one as they are: blanks at the edges, carriage returns, control characters.
 */
export async function recipeYaml(recipe: Recipe): Promise<string> {
  const { Document, visit } = await loadYaml();
  const document = new Document(recipeDocument(recipe));
  visit(document, {
    Scalar(_, node) {
      const { value } = node;
      if (typeof value === "string" && (edges.test(value) || unprintable.test(value)))
        node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity });
}

const edges = /^[ \t]*\n|\n[ \t]+\n|\n[ \t]+$/;
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/;

function recipeDocument(recipe: Recipe): JsonObject {
  const { settings, retry, permissions, budget } = recipe;
  return filled({
    version: recipe.version,
    title: recipe.title,
    description: recipe.description,
    instructions: recipe.instructions,
    prompt: recipe.prompt,
    extensions: recipe.extensions?.map(extensionDocument),
    settings: some({
      goose_provider: settings.provider,
      goose_model: settings.model,
      temperature: settings.temperature,
      max_turns: settings.maxTurns,
    }),
    model: list(recipe.models.map(modelDocument)),
    activities: list(recipe.activities),
    author: recipe.author && some({ contact: recipe.author.contact, metadata: recipe.author.metadata }),
    parameters: list(recipe.parameters.map(parameterDocument)),
    response: recipe.responseSchema && { json_schema: recipe.responseSchema as JsonObject },
    sub_recipes: list(
      recipe.subRecipes.map(({ name, path, values, sequentialWhenRepeated, description }) =>
        filled({
          name,
          path,
          values: some(values),
          sequential_when_repeated: sequentialWhenRepeated,
          description,
        }),
      ),
    ),
    retry:
      retry &&
      filled({
        max_retries: retry.maxRetries,
        checks: retry.checks.map(({ type, command }) => ({ type, command })),
        on_failure: retry.onFailure,
        timeout_seconds: retry.timeoutSeconds,
        on_failure_timeout_seconds: retry.onFailureTimeoutSeconds,
      }),
    context: list(recipe.context),
    permissions:
      permissions &&
      filled({
        mode: permissions.mode,
        rules: some(
          Object.fromEntries(
            permissions.rules.map(({ tool, verdict, reason }) => [
              tool,
              reason === undefined ? verdict : { verdict, reason },
            ]),
          ),
        ),
      }),
    budget:
      budget &&
      filled({
        max_cost_usd: budget.maxCostUsd,
        max_tokens: budget.maxTokens,
        max_time: budget.maxTimeMs === undefined ? undefined : `${budget.maxTimeMs}ms`,
      }),
    tests: list(recipe.tests),
  });
}

function modelDocument({ provider, model, temperature }: RecipeModel): JsonValue {
  if (temperature === undefined) return provider === undefined ? model : `${provider}/${model}`;
  return filled({ provider, model, temperature });
}

function parameterDocument(parameter: Parameter): JsonObject {
  return filled({
    key: parameter.key,
    input_type: parameter.type,
    requirement: parameter.requirement === "user-prompt" ? "user_prompt" : parameter.requirement,
    description: parameter.description,
    default: parameter.default,
    options: parameter.options,
  });
}

function extensionDocument(extension: RecipeExtension): JsonObject {
  const { type, name, description, bundled, availableTools } = extension;
  return filled({
    type,
    name,
    description,
    ...ownFields(extension),
    bundled,
    available_tools: list(availableTools),
  });
}

function ownFields(extension: RecipeExtension): Fields {
  switch (extension.type) {
    case "builtin":
      return { display_name: extension.displayName, timeout: extension.timeoutSeconds };
    case "platform":
      return { display_name: extension.displayName };
    case "stdio":
      return {
        cmd: extension.command,
        args: extension.args,
        envs: some(extension.env),
        env_keys: list(extension.envKeys),
        cwd: extension.cwd,
        timeout: extension.timeoutSeconds,
      };
    case "streamable_http":
      return {
        uri: extension.uri,
        headers: some(extension.headers),
        envs: some(extension.env),
        env_keys: list(extension.envKeys),
        socket: extension.socket,
        timeout: extension.timeoutSeconds,
      };
    case "frontend":
      return { tools: extension.tools as readonly JsonObject[], instructions: extension.instructions };
    case "inline_python":
      return {
        code: extension.code,
        dependencies: list(extension.dependencies),
        timeout: extension.timeoutSeconds,
      };
  }
}

type Fields = Readonly<Record<string, JsonValue | undefined>>;

function filled(fields: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

function some(fields: Fields): JsonObject | undefined {
  const object = filled(fields);
  return Object.keys(object).length === 0 ? undefined : object;
}

function list(values: readonly JsonValue[]): readonly JsonValue[] | undefined {
  return values.length === 0 ? undefined : values;
}

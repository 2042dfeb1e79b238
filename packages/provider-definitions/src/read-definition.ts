import { ConfigError, isJsonObject, messageOf, efforts } from "@skein/protocol";
import type { JsonObject, JsonValue, ModelPrice, PriceTier } from "@skein/protocol";
import { jsonIn, effortWords } from "@skein/provider-kit";
import { engineNames } from "./definition.ts";
import type {
  BrowserLogin,
  DefinedModel,
  DefinedVariable,
  DeviceLogin,
  Efforts,
  EngineName,
  ProviderDefinition,
  TokenExchange,
} from "./definition.ts";
import { fieldsOf } from "./fields.ts";
import type { Fields, Findings } from "./fields.ts";
import { effortDialectNames } from "./request/effort-dialects.ts";
import { serverFactsNames } from "./server-facts.ts";
import { loadYaml } from "./later.ts";

export interface ReadDefinition {
  readonly definition: ProviderDefinition;
  /** What was left out of account, a sentence each. */
  readonly warnings: readonly string[];
}

/** Names under which other programs know the same wires. */
const otherEngines: Readonly<Record<string, EngineName>> = {
  openai_compatible: "openai",
  anthropic_compatible: "anthropic",
  ollama_compatible: "ollama",
  gemini: "google",
};

/** Definitions are small: more is another file. */
const maxCharacters = 262_144;

/**
 * Reads a definition, JSON or YAML, with the fields that Goose's custom providers have and those of our own.
 *
 * Throws `ConfigError` that names all fields that cannot be used and what to write instead. Unknown fields are
 * warnings.
 *
 * @param name - of the file, for messages; without its folder and ending it is the provider's id when no field says it.
 */
export async function readDefinition(text: string, name: string): Promise<ReadDefinition> {
  const values = await parsed(text, name);
  const findings: Findings = { problems: [], warnings: [] };
  const fields = fieldsOf(values, findings);
  const definition = definitionIn(fields, values, name, findings);
  fields.done();
  const { problems } = findings;
  if (problems.length === 0)
    return { definition, warnings: findings.warnings.map((what) => `${name}: ${what}`) };
  const what = problems.length === 1 ? "a field cannot be used" : `${problems.length} fields cannot be used`;
  throw new ConfigError("usage", `${name}: ${what}.`, {
    hint: problems.map((problem) => `- ${problem}`).join("\n"),
  });
}

async function parsed(text: string, name: string): Promise<JsonObject> {
  if (text.length > maxCharacters) throw unreadable(name, `it has more than ${maxCharacters} characters`);
  const value = jsonIn(text) ?? (await yamlIn(text, name));
  if (isJsonObject(value)) return value;
  throw unreadable(name, "it is not a map of fields");
}

async function yamlIn(text: string, name: string): Promise<JsonValue> {
  const { parseDocument } = await loadYaml();
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem) throw unreadable(name, problem.message.split("\n", 1)[0]!.replace(/[:.]$/, ""));
  try {
    return document.toJS({ maxAliasCount: 100 }) as JsonValue;
  } catch (error) {
    throw unreadable(name, messageOf(error));
  }
}

function unreadable(name: string, why: string): ConfigError {
  const hint = "Write it as JSON or YAML: name, engine, base_url, api_key_env, models.";
  return new ConfigError("unreadable", `${name} cannot be read: ${why}.`, { hint });
}

function definitionIn(
  fields: Fields,
  values: JsonObject,
  file: string,
  { warnings }: Findings,
): ProviderDefinition {
  const name = fields.text("name") ?? stemOf(file);
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name))
    fields.wrong("name", "Use letters, digits, - and _, at most 64, a letter or digit first.");
  const engine = engineIn(fields, values);
  const keyVariable = fields.text("api_key_env") ?? "";
  if (keyVariable !== "" && !isVariable(keyVariable))
    fields.wrong(
      "api_key_env",
      "Give the name of an environment variable, MY_API_KEY say: not the key itself.",
    );
  const variables = fields.list("env_vars").map(variableIn);
  const models = fields.list("models").map((model) => modelIn(model, warnings));
  // Of other programs; they change nothing here.
  fields.skip("skip_canonical_filtering", "sources");

  return {
    name: name.toLowerCase(),
    engine,
    displayName: fields.text("display_name") ?? name,
    description: fields.text("description") ?? "",
    baseUrl: baseUrlIn(fields, variables),
    basePath: fields.text("base_path")?.replace(/^\/+/, ""),
    api: fields.oneOf("api", ["chat", "responses"]) ?? "chat",
    keyVariables: keyVariable === "" ? [] : [keyVariable],
    needsKey: fields.yesOrNo("requires_auth") ?? keyVariable !== "",
    variables,
    headers: headersIn(fields),
    query: fields.textMap("query"),
    auth: authIn(fields),
    models,
    defaultModel: fields.text("default_model") ?? models[0]?.id,
    fastModel: fields.text("fast_model"),
    listsModels: fields.yesOrNo("dynamic_models") ?? true,
    modelsPath: fields.text("models_path"),
    checkBy: fields.oneOf("check", ["models", "reply"]) ?? "models",
    timeoutSeconds: fields.positive("timeout_seconds"),
    streams: streamsIn(fields, engine),
    runsModels: fields.yesOrNo("runs_models") ?? false,
    passesOn: fields.texts("passes_on"),
    serverFacts: fields.oneOf("server_facts", serverFactsNames),
    quirks: {
      body: fields.object("body") ?? {},
      omit: fields.texts("omit"),
      rename: fields.textMap("rename"),
      keepsThoughts: fields.yesOrNo("preserves_thinking"),
      cacheControl: fields.oneOf("cache_control", ["claude", "all"]),
      thoughtsField: fields.text("reasoning_field"),
      resultPictures: fields.yesOrNo("result_pictures") ?? false,
      ...effortIn(fields),
    },
    tokenExchange: exchangeIn(fields.map("token_exchange")),
    deviceLogin: loginIn(fields.map("device_login")),
    browserLogin: browserLoginIn(fields.map("browser_login")),
    catalogId: fields.text("catalog_provider_id"),
    docLink: fields.text("model_doc_link"),
    setupSteps: fields.texts("setup_steps"),
  };
}

function stemOf(file: string): string {
  return file.replace(/^.*[/\\]/, "").replace(/\.(ya?ml|json)$/i, "");
}

function engineIn(fields: Fields, values: JsonObject): EngineName {
  const word = typeof values["engine"] === "string" ? values["engine"].toLowerCase() : "";
  const known = Object.hasOwn(otherEngines, word)
    ? otherEngines[word]
    : engineNames.find((engine) => engine === word);
  fields.skip("engine");
  if (!known) fields.wrong("engine", `Use one of: ${engineNames.join(", ")}.`);
  return known ?? "openai";
}

function baseUrlIn(fields: Fields, variables: readonly DefinedVariable[]): string {
  const text = fields.text("base_url") ?? "";
  const fix = "Give an http or https address without user name and password, https://example.com/v1 say.";
  const sample = text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = variables.find((variable) => variable.name === name)?.default;
    return value ?? (text.startsWith("${") ? "https://example.com" : "x");
  });
  if (!isAddress(sample)) fields.wrong("base_url", fix);
  return text;
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

function isVariable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

function headersIn(fields: Fields): Readonly<Record<string, string>> {
  const headers = fields.textMap("headers");
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) fields.wrong(`headers.${name}`, "That is no name of a header.");
    if (!/^[\t\x20-\x7e]*$/.test(value)) fields.wrong(`headers.${name}`, "Use plain characters on one line.");
  }
  return headers;
}

function authIn(fields: Fields): ProviderDefinition["auth"] {
  const header = fields.text("auth_header");
  const prefix = fields.text("auth_prefix");
  if (header === undefined && prefix === undefined) return undefined;
  if (header !== undefined && !/^[\w-]+$/.test(header))
    fields.wrong("auth_header", "Give the name of a header.");
  return {
    header: header ?? "authorization",
    prefix: prefix === undefined || prefix === "" ? "" : `${prefix} `,
  };
}

function streamsIn(fields: Fields, engine: EngineName): boolean {
  const streams = fields.yesOrNo("supports_streaming") ?? true;
  if (!streams && engine !== "openai")
    fields.wrong("supports_streaming", "Leave it out: only the engine openai can go without streams.");
  return streams;
}

function variableIn(fields: Fields): DefinedVariable {
  const name = fields.text("name") ?? "";
  if (!isVariable(name)) fields.wrong("name", "Give the name of an environment variable.");
  return {
    name,
    isRequired: fields.yesOrNo("required") ?? false,
    isSecret: fields.yesOrNo("secret") ?? false,
    isPrimary: fields.yesOrNo("primary") ?? false,
    default: fields.text("default"),
    description: fields.text("description") ?? "",
  };
}

function modelIn(fields: Fields, warnings: string[]): DefinedModel {
  const id = fields.text("name") ?? "";
  if (id === "") fields.wrong("name", "Give the model's id.");
  const contextTokens = fields.positive("context_limit");
  const outputTokens = fields.positive("max_tokens");
  const images = fields.yesOrNo("supports_images");
  const pdfs = fields.yesOrNo("supports_pdfs");
  return {
    id,
    limits: {
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
      ...(images === undefined ? {} : { images }),
      ...(pdfs === undefined ? {} : { pdfs }),
    },
    price: priceIn(fields, id, warnings),
    thinks: fields.yesOrNo("reasoning"),
    cacheControl: fields.yesOrNo("supports_cache_control"),
    ...effortIn(fields),
  };
}

/** Dollars per token in the file, per million tokens with us. */
function priceIn(fields: Fields, id: string, warnings: string[]): ModelPrice | undefined {
  const currency = fields.text("currency") ?? "USD";
  const rates = ratesIn(fields);
  const tiers = fields.list("price_tiers").map(tierIn);
  if (rates === undefined) return undefined;
  if (currency !== "USD" && currency !== "$") {
    warnings.push(`The cost of ${id} is in ${currency}, so in dollars it is not known.`);
    return undefined;
  }
  return tiers.length === 0 ? rates : { ...rates, tiers };
}

function ratesIn(fields: Fields): Omit<ModelPrice, "tiers"> | undefined {
  const [input, output, cacheRead, cacheWrite] = [
    "input_token_cost",
    "output_token_cost",
    "cache_read_token_cost",
    "cache_write_token_cost",
  ].map((field) => perMillion(fields.amount(field)));
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

/** A tier without its bound or its rates would make long prompts look cheap. */
function tierIn(fields: Fields): PriceTier {
  const aboveInputTokens = fields.positive("above_input_tokens");
  const rates = ratesIn(fields);
  if (aboveInputTokens === undefined) fields.wrong("above_input_tokens", "Set the bound, in tokens.");
  if (rates === undefined) fields.wrong("input_token_cost", "Set it and output_token_cost.");
  return { aboveInputTokens: aboveInputTokens ?? 0, ...(rates ?? { input: 0, output: 0 }) };
}

function perMillion(perToken: number | undefined): number | undefined {
  return perToken === undefined ? undefined : Number((perToken * 1e6).toPrecision(12));
}

function effortIn(fields: Fields): Pick<DefinedModel, "efforts" | "effortDialect" | "effortLevels"> {
  const words = fields.texts("effort_levels");
  const unknown = words.find((word) => !effortWords.some((known) => known === word));
  if (unknown !== undefined)
    fields.wrong("effort_levels", `Unknown word "${unknown}". Use some of: ${effortWords.join(", ")}.`);
  const levels = effortWords.filter((word) => words.includes(word));
  const effortDialect = fields.oneOf("effort_dialect", effortDialectNames);
  if (effortDialect === "model_family" && levels.length > 0)
    fields.wrong("effort_levels", "Leave it out: with model_family, the family of the model has them.");
  return {
    efforts: effortsIn(fields),
    effortDialect,
    effortLevels: levels.length === 0 ? undefined : levels,
  };
}

function effortsIn(fields: Fields): Efforts | undefined {
  const levels = fields.map("efforts");
  if (!levels) return undefined;
  const said = efforts.flatMap((level) => {
    const body = levels.object(level);
    return body === undefined ? [] : [[level, body] as const];
  });
  return Object.fromEntries(said);
}

function exchangeIn(fields: Fields | undefined): TokenExchange | undefined {
  if (!fields) return undefined;
  const url = addressIn(fields, "url");
  const prefix = fields.text("prefix") ?? "Bearer";
  return {
    url,
    prefix: prefix === "" ? "" : `${prefix} `,
    tokenField: fields.text("token_field") ?? "token",
    expiresField: fields.text("expires_field") ?? "expires_at",
    addressField: fields.text("address_field"),
  };
}

function loginIn(fields: Fields | undefined): DeviceLogin | undefined {
  if (!fields) return undefined;
  const clientId = fields.text("client_id") ?? "";
  if (clientId === "") fields.wrong("client_id", "Give the id that the vendor gave the program.");
  return {
    clientId,
    scope: fields.text("scope") ?? "",
    codeUrl: addressIn(fields, "code_url"),
    tokenUrl: addressIn(fields, "token_url"),
    account: accountIn(fields),
  };
}

function browserLoginIn(fields: Fields | undefined): BrowserLogin | undefined {
  if (!fields) return undefined;
  const clientId = fields.text("client_id") ?? "";
  if (clientId === "") fields.wrong("client_id", "Give the id that the vendor gave the program.");
  return {
    authorizeUrl: addressIn(fields, "authorize_url"),
    tokenUrl: addressIn(fields, "token_url"),
    issuer: fields.text("issuer"),
    clientId,
    isRegistering: fields.yesOrNo("registers") ?? false,
    scope: fields.text("scope") ?? "",
    neededScope: fields.text("needed_scope"),
    resource: fields.text("resource"),
  };
}

function accountIn(fields: Fields): DeviceLogin["account"] {
  const field = fields.text("account_field") ?? "login";
  return fields.has("account_url") ? { url: addressIn(fields, "account_url"), field } : undefined;
}

function addressIn(fields: Fields, field: string): string {
  const url = fields.text(field) ?? "";
  if (!isAddress(url.replace(/^\$\{\w+\}/, "https://example.com")))
    fields.wrong(field, "Give an http or https address.");
  return url;
}

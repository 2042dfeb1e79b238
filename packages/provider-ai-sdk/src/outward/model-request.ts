import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
  SharedV4Warning,
} from "@ai-sdk/provider";
import type { Effort, JsonSchema, ModelRequest, ToolDefinition } from "@skein/protocol";
import { messagesIn } from "./prompt-messages.ts";

/** A request, and what of the options it cannot say. */
export interface Translated {
  readonly request: ModelRequest;
  readonly warnings: readonly SharedV4Warning[];
}

/** Options that a Skein model has no word for. */
const unknownSettings = [
  "stopSequences",
  "topP",
  "topK",
  "presencePenalty",
  "frequencyPenalty",
  "seed",
] as const satisfies readonly (keyof LanguageModelV4CallOptions)[];

const efforts: Readonly<Record<string, Effort>> = {
  none: "none",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "max",
  max: "max",
};

export function modelRequest(options: LanguageModelV4CallOptions): Translated {
  const { prompt, tools = [], toolChoice, maxOutputTokens, temperature, reasoning } = options;
  const { system, messages } = messagesIn(prompt);
  const effort = reasoning === undefined ? undefined : efforts[reasoning];
  const functions = tools.filter((tool) => tool.type === "function");
  const request: ModelRequest = {
    system,
    tools: toolChoice?.type === "none" ? [] : functions.map(definitionOf).toSorted(byName),
    messages,
    options: {
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(effort === undefined ? {} : { effort }),
    },
  };
  return { request, warnings: warningsOf(options) };
}

function definitionOf({ name, description = "", inputSchema }: LanguageModelV4FunctionTool): ToolDefinition {
  return { name, description, inputSchema: inputSchema as JsonSchema };
}

function byName(one: ToolDefinition, other: ToolDefinition): number {
  return one.name < other.name ? -1 : 1;
}

function warningsOf(options: LanguageModelV4CallOptions): SharedV4Warning[] {
  const { tools = [], toolChoice, responseFormat } = options;
  const forced = toolChoice?.type === "required" || toolChoice?.type === "tool";
  return [
    ...settingWarnings(options),
    ...tools
      .filter(isProviderTool)
      .map((tool) => unsupported(`the tool ${tool.name}`, "It is a vendor's own.")),
    ...(forced ? [unsupported("toolChoice", "The model chooses by itself.")] : []),
    ...(responseFormat?.type === "json"
      ? [unsupported("responseFormat", "Ask for JSON in the prompt.")]
      : []),
  ];
}

export function settingWarnings(options: LanguageModelV4CallOptions): SharedV4Warning[] {
  return unknownSettings.filter((name) => options[name] !== undefined).map((name) => unsupported(name));
}

export function unsupported(feature: string, details?: string): SharedV4Warning {
  return { type: "unsupported", feature, ...(details === undefined ? {} : { details }) };
}

function isProviderTool(
  tool: LanguageModelV4FunctionTool | LanguageModelV4ProviderTool,
): tool is LanguageModelV4ProviderTool {
  return tool.type === "provider";
}

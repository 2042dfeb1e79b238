import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { ModelRequest } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";
import type { SpecVersion } from "../ai-sdk.ts";
import type { AiSdkSettings } from "../settings.ts";
import { promptOf } from "./prompt.ts";
import { wireTool } from "./tools.ts";

export interface Target {
  readonly version: SpecVersion;
  readonly owner: Owner;
  readonly settings: AiSdkSettings;
  readonly warnOnce: (text: string) => void;
}

/** A request as `doStream` takes it; older versions of the contract have other forms for a few of its parts. */
export function callOptions(request: ModelRequest, target: Target): LanguageModelV4CallOptions {
  const { version, owner, settings, warnOnce } = target;
  const { temperature, effort } = request.options;
  const limit = Math.min(request.options.maxOutputTokens ?? Infinity, request.outputCap ?? Infinity);
  const hasEffort = version === "v4";
  if (effort !== undefined && !hasEffort) {
    warnOnce(`The effort ${effort} is not sent: this model knows none. Use the setting providerOptions.`);
  }
  return {
    ...(limit === Infinity ? {} : { maxOutputTokens: limit }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(effort !== undefined && hasEffort ? { reasoning: effort } : {}),
    ...(settings.headers ? { headers: { ...settings.headers } } : {}),
    ...(settings.providerOptions ? { providerOptions: settings.providerOptions } : {}),
    ...(request.tools.length === 0 ? {} : { tools: request.tools.map(wireTool) }),
    prompt: promptOf(request, { owner, version }),
    // Their content is not read, but that they come is a sign of life.
    includeRawChunks: true,
  };
}

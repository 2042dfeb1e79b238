import type { AnsweringModel } from "@skein/host/sessions";

/** `anthropic claude-opus-4-5 (lead)` */
export function modelWords({ provider, model, role }: AnsweringModel): string {
  return role === undefined ? `${provider} ${model}` : `${provider} ${model} (${role})`;
}

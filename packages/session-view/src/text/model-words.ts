/** `anthropic claude-opus-4-5 (lead)` */
export function modelWords(answering: {
  readonly provider: string;
  readonly model: string;
  readonly role?: string | undefined;
}): string {
  const { provider, model, role } = answering;
  return role === undefined ? `${provider} ${model}` : `${provider} ${model} (${role})`;
}

/** The value of a setting as a text in a field: a text as it is, anything else as JSON; empty when it is not set. */
export function settingText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * What a text in a field means. Empty: the setting is removed.
 *
 * @param schema - of the value: where it may be a text, a text that is no JSON stands for itself
 */
export function settingValue(
  text: string,
  schema: Readonly<Record<string, unknown>>,
): { readonly value: unknown } | { readonly problem: string } {
  if (text === "") return { value: null };
  if (schema["type"] === "string" || Array.isArray(schema["enum"])) return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return schema["type"] === undefined
      ? { value: text }
      : { problem: `Expected ${JSON.stringify(schema["type"])}.` };
  }
}

/** What a setting may be, when that is a list of words. */
export function settingChoices(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const choices = schema["enum"];
  return Array.isArray(choices) && choices.every((one) => typeof one === "string") ? choices : [];
}

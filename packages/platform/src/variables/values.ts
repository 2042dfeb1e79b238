/** Environment variables by name. */
type Variables = Readonly<Record<string, string | undefined>>;

/** Returns a variable without white space at its ends; undefined if it is missing or blank. */
export function variableIn(variables: Variables, name: string): string | undefined {
  const value = variables[name]?.trim();
  return value === "" ? undefined : value;
}

/** Decodes a percent-encoded value, as of `OTEL_EXPORTER_OTLP_HEADERS`. Returns an invalid one unchanged. */
export function decodedValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** One value that an extension asks for, as its JSON Schema describes it. */
export interface ElicitedField {
  readonly name: string;
  readonly label: string;
  readonly about?: string;
  readonly kind: "text" | "number" | "yes-no" | "choice";
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  /** As it stands in the form: a text, `true` or empty. */
  readonly initial: string;
}

interface Property {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

/** The fields of a form. The protocol of extensions allows flat values only. */
export function elicitedFields(schema: Readonly<Record<string, unknown>>): readonly ElicitedField[] {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Property>>;
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly unknown[]) : [];
  return Object.entries(properties).map(([name, property]) => ({
    name,
    label: property.title ?? name,
    ...(property.description === undefined ? {} : { about: property.description }),
    kind: kindOf(property),
    choices: (property.enum ?? []).map(String),
    isRequired: required.includes(name),
    initial: valueText(property.default),
  }));
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

function kindOf({ type, enum: choices }: Property): ElicitedField["kind"] {
  if (choices) return "choice";
  if (type === "boolean") return "yes-no";
  return type === "number" || type === "integer" ? "number" : "text";
}

/** The reply. Fields that were left empty are left out. */
export function elicitedReply(
  fields: readonly ElicitedField[],
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }): [string, unknown][] => {
      const value = given[name] ?? "";
      if (kind === "yes-no") return [[name, value === "true"]];
      if (value === "") return [];
      return [[name, kind === "number" ? Number(value) : value]];
    }),
  );
}

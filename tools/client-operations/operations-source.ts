/** As far as it is used by the OpenAPI document of the server. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: {
    readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  };
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The operations of an OpenAPI document as TypeScript: types of inputs and outputs, and the routes. */
export function operationsSource({ paths, components }: OpenApiDocument): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  // `Error` is the body of answers that fail: the client throws, and no operation has it as its output.
  const types = Object.entries(components.schemas)
    .filter(([name]) => name !== "Error")
    .map(([name, schema]) => `export type ${typeName(name)} = ${typeOf(schema)};`);
  const operations = all.map(({ operation }) => {
    const { operationId, summary } = operation;
    return `  /** ${summary}. */\n  readonly ${operationId}: { readonly input: ${inputOf(operation)}; readonly output: ${outputOf(operation)} };`;
  });
  const routes = all.map(
    ({ path, method, operation }) => `  ${operation.operationId}: ["${method}", "${path}"],`,
  );
  return [
    "// Written by tools/client-operations from the OpenAPI document of @skein/server-http.",
    ...types,
    "export interface Operations {",
    ...operations,
    "}",
    "export const routes = {",
    ...routes,
    "} as const satisfies Readonly<Record<keyof Operations, readonly [string, string]>>;",
    "",
  ].join("\n");
}

function inputOf({ parameters, requestBody }: Described): string {
  const own = parameters.filter(({ in: where }) => where !== "header");
  const body = requestBody?.content["application/json"]?.schema ?? {};
  const properties = {
    ...Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    ...body.properties,
  };
  const required = [...own.filter((one) => one.required).map(({ name }) => name), ...(body.required ?? [])];
  return typeOf({ type: "object", properties, required, additionalProperties: false });
}

function outputOf({ responses }: Described): string {
  const schema = responses[200].content["application/json"]?.schema;
  return schema ? typeOf(schema) : "string";
}

function typeOf(schema: Schema): string {
  const { $ref, const: constant, enum: values, anyOf, oneOf, type, items } = schema;
  if ($ref !== undefined) return typeName($ref.split("/").at(-1) ?? "");
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.map((one) => `(${typeOf(one)})`).join(" | ");
  if (Array.isArray(type))
    return type.map((one: string) => `(${typeOf({ ...schema, type: one })})`).join(" | ");
  if (type === "array") return `readonly (${items ? typeOf(items) : "unknown"})[]`;
  if (type === "object") return objectType(schema);
  if (type === "integer" || type === "number") return "number";
  return type === "string" || type === "boolean" || type === "null" ? type : "unknown";
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `readonly ${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
  );
  const isOpen = additionalProperties !== false;
  const rest = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
  if (fields.length === 0)
    return isOpen ? `{ readonly [key: string]: ${rest} }` : "Readonly<Record<string, never>>";
  return `{ ${[...fields, ...(isOpen ? ["readonly [key: string]: unknown"] : [])].join("; ")} }`;
}

/** `__schema0` is a value that refers to itself: JSON. */
function typeName(name: string): string {
  return name.startsWith("__schema") ? `Json${name.slice("__schema".length)}` : name;
}

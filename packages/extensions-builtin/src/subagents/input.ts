import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type StandardIssue,
  type StandardSchema,
  jsonTypeOf,
} from "@skein/protocol";

// Inputs of the tools. The JSON Schemas are data, the validation covers what they use, and nothing is loaded for
// either.

export interface SubagentInput {
  readonly instructions?: string;
  readonly subrecipe?: string;
  readonly parameters?: JsonObject;
  readonly extensions?: readonly string[];
  readonly settings?: {
    readonly provider?: string;
    readonly model?: string;
    readonly max_turns?: number;
    readonly temperature?: number;
  };
  readonly summary?: boolean;
  readonly agent?: string;
  readonly output_schema?: JsonSchema;
  readonly background?: boolean;
  readonly worktree?: boolean;
}

const controlActions = ["list", "wait", "steer", "cancel"] as const;

export interface ControlInput {
  readonly action: (typeof controlActions)[number];
  readonly id?: string;
  readonly message?: string;
  readonly timeout_seconds?: number;
}

interface InputOptions {
  readonly mostTurns: number;
  /** Sorted; empty if there are none. */
  readonly agents: readonly string[];
  readonly subrecipes: readonly string[];
}

const text = (description: string) => ({ type: "string", description });
const flag = (description: string) => ({ type: "boolean", description });

export function subagentInput({
  mostTurns,
  agents,
  subrecipes,
}: InputOptions): StandardSchema<SubagentInput> {
  const named = agents.length > 0 && { agent: { ...text("A named agent to do it"), enum: agents } };
  const recipes = subrecipes.length > 0 && {
    subrecipe: { ...text("A subrecipe to run; instructions are then added to its own"), enum: subrecipes },
    parameters: { type: "object", description: "Values for the parameters of the subrecipe" },
  };
  const schema = objectOf({
    instructions: text("The whole task"),
    ...recipes,
    ...named,
    extensions: {
      type: "array",
      items: { type: "string" },
      description: "Extensions it may use; default: all of yours",
    },
    settings: {
      ...objectOf({
        provider: { type: "string" },
        model: { type: "string" },
        max_turns: { type: "integer", minimum: 1, maximum: mostTurns },
        temperature: { type: "number", minimum: 0, maximum: 2 },
      }),
      description: "Settings that differ from yours",
    },
    summary: flag("Default true: its last message; false: everything it said and did"),
    output_schema: { type: "object", description: "For a result in JSON" },
    background: flag("Continue while it works"),
    worktree: flag("In a git worktree of its own, from the last commit"),
  });
  return standard(schema, ({ instructions, subrecipe, parameters }) => [
    ...(isBlank(instructions) && subrecipe === undefined
      ? [{ path: ["instructions"], message: "missing: say what is to be done" }]
      : []),
    ...(parameters !== undefined && subrecipe === undefined
      ? [{ path: ["parameters"], message: "only together with subrecipe" }]
      : []),
  ]);
}

export function controlInput(): StandardSchema<ControlInput> {
  const schema = {
    ...objectOf({
      action: { type: "string", enum: [...controlActions] },
      id: text("wait: default whichever ends next"),
      message: text("For steer"),
      timeout_seconds: {
        type: "number",
        minimum: 0,
        maximum: 86_400,
        description: "wait: default until one ends",
      },
    }),
    required: ["action"],
  };
  return standard(schema, ({ action, id, message }) => [
    ...((action === "steer" || action === "cancel") && isBlank(id)
      ? [{ path: ["id"], message: "missing" }]
      : []),
    ...(action === "steer" && isBlank(message) ? [{ path: ["message"], message: "missing" }] : []),
  ]);
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === "";
}

function objectOf(properties: JsonSchema): JsonSchema {
  return { type: "object", properties, additionalProperties: false };
}

function standard<Input>(
  schema: JsonSchema,
  together: (input: Input) => readonly StandardIssue[],
): StandardSchema<Input> {
  return {
    "~standard": {
      version: 1,
      vendor: "skein",
      validate(value) {
        const given = withoutNulls(value as JsonValue);
        const issues = issuesOf(schema, given, []);
        const all = issues.length > 0 ? issues : together(given as Input);
        return all.length > 0 ? { issues: all } : { value: given as Input };
      },
      jsonSchema: { input: () => ({ ...schema }) },
    },
  };
}

/** `null` counts as omitted: some models fill in every field. Free objects are passed on unchanged. */
function withoutNulls(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const given = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(
    given.map(([name, inner]) => [name, name === "settings" ? withoutNulls(inner) : inner]),
  );
}

function issuesOf(schema: JsonSchema, value: JsonValue, path: readonly string[]): StandardIssue[] {
  const { type } = schema as { readonly type: string };
  if (!isOfType(type, value)) return [{ path, message: `expected ${type}, received ${jsonTypeOf(value)}` }];
  const issue = (message: string): StandardIssue[] => [{ path, message }];
  const allowed = schema["enum"] as readonly string[] | undefined;
  if (allowed && !allowed.some((word) => word === value))
    return issue(`expected one of ${allowed.join(", ")}`);
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number };
  if (
    minimum !== undefined &&
    maximum !== undefined &&
    !(Number(value) >= minimum && Number(value) <= maximum)
  )
    return issue(`expected ${minimum} to ${maximum}, received ${Number(value)}`);
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.flatMap((item, at) => issuesOf(schema["items"] as JsonSchema, item, [...path, String(at)]));
  }
  const properties = schema["properties"] as Readonly<Record<string, JsonSchema>> | undefined;
  return properties && isJsonObject(value) ? fieldIssues(schema, properties, { value, path }) : [];
}

function fieldIssues(
  schema: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>>,
  { value, path }: { readonly value: JsonObject; readonly path: readonly string[] },
): StandardIssue[] {
  const required = (schema["required"] ?? []) as readonly string[];
  const names = Object.keys(properties).join(", ");
  return [
    ...required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({ path: [...path, name], message: "missing" })),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const at = [...path, name];
      return field
        ? issuesOf(field, inner, at)
        : [{ path: at, message: `unknown field; known fields: ${names}` }];
    }),
  ];
}

function isOfType(type: string, value: JsonValue): boolean {
  if (type === "object") return isJsonObject(value);
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

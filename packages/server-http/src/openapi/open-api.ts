import { z } from "zod";
import { operations } from "../operations/all-operations.ts";
import type { Operation } from "../operations/operation.ts";
import { hello, news } from "../operations/schemas.ts";

type Schema = Record<string, unknown>;

/** The operations as OpenAPI 3.1, made of the schemas that check their inputs. */
export function openApi(version: string): Schema {
  const named: Schema = {};
  const paths: Record<string, Schema> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(operation, named) };
  }
  // They are told by events, and are the result of no operation.
  for (const schema of [hello, news]) jsonSchema(schema, named);
  return {
    openapi: "3.1.0",
    info: { title: "Skein", version, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/api" }],
    security: [{ token: [] }, { browser: [] }],
    paths,
    components: {
      schemas: { ...named, Error: errorSchema },
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        browser: { type: "apiKey", in: "cookie", name: "skein_PORT" },
      },
    },
  };
}

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: { code: { type: "string" }, message: { type: "string" }, hint: { type: "string" } },
    },
  },
};

function described(operation: Operation, named: Schema): Schema {
  const { id, tag, role, summary, method, path, output } = operation;
  const { properties = {}, required = [] } = jsonSchema(operation.input, named) as ObjectSchema;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const others = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const parameter = (name: string, where: "path" | "query") => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: properties[name],
  });
  const isPost = method === "POST";
  const query = isPost ? [] : others.map(([name]) => parameter(name, "query"));
  const parameters = [
    ...inPath.map((name) => parameter(name, "path")),
    ...query,
    ...(isPost ? [repeatKey] : []),
  ];
  const body = {
    type: "object",
    properties: Object.fromEntries(others),
    required: required.filter((name) => !inPath.includes(name)),
    additionalProperties: false,
  };
  const content =
    typeof output === "string"
      ? { [output]: { schema: { type: "string" } } }
      : { "application/json": { schema: jsonSchema(output, named) } };
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `Needs the role ${role}.`,
    "x-role": role,
    parameters,
    ...(isPost && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      200: { description: "Done", content },
      default: {
        description: "Not done",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

const repeatKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Sent again with the same key, the request has the same result and is not done twice",
  schema: { type: "string", pattern: "^[\\w.:-]{1,200}$" },
};

interface ObjectSchema {
  readonly properties?: Schema;
  readonly required?: readonly string[];
}

/** @param named - gets the schemas that have a name. */
function jsonSchema(schema: z.ZodType, named: Schema): Schema {
  // Inside of another schema, one with a name becomes a reference.
  const whole = z.toJSONSchema(z.object({ it: schema }), { io: "output", unrepresentable: "any" });
  const { properties, $defs = {} } = JSON.parse(
    JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as { properties: { it: Schema }; $defs?: Schema };
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _, ...rest } = definition as Schema;
    const text = JSON.stringify(rest);
    if (JSON.stringify(named[name] ?? rest) !== text) throw new Error(`Two schemas are called ${name}.`);
    named[name] = rest;
  }
  return properties.it;
}

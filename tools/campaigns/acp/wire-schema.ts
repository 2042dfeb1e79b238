import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { WireMessage } from "./wire-message.ts";

interface Schema {
  readonly $defs: Readonly<Record<string, { readonly "x-method"?: string }>>;
}

/** Checks messages against the protocol's own JSON Schema, of version 1 with its unstable methods. */
export interface WireSchema {
  /** @returns what is wrong with it; `undefined`: nothing. @param method - that a response answers. */
  problemOf(message: WireMessage, method: string): string | undefined;
}

export function wireSchema(): WireSchema {
  const schema = readSchema();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(schema, "acp");

  function named(method: string, ends: readonly string[]): string | undefined {
    return Object.entries(schema.$defs).find(
      ([name, def]) => def["x-method"] === method && ends.some((end) => name.endsWith(end)),
    )?.[0];
  }

  return {
    problemOf(message, method) {
      if (message.jsonrpc !== "2.0") return "jsonrpc is not 2.0";
      if (message.error) return validate(ajv, "Error", message.error);
      const isResponse = message.method === undefined;
      const name = named(method, isResponse ? ["Response"] : ["Request", "Notification"]);
      if (name === undefined) return `${method} is no method of the protocol`;
      return validate(ajv, name, isResponse ? message.result : message.params);
    },
  };
}

function validate(ajv: Ajv2020, name: string, value: unknown): string | undefined {
  const check = ajv.getSchema(`acp#/$defs/${name}`);
  if (!check) return `The schema has no ${name}.`;
  return check(value) === true ? undefined : `${name}: ${ajv.errorsText(check.errors)}`;
}

function readSchema(): Schema {
  let folder = dirname(fileURLToPath(import.meta.resolve("@agentclientprotocol/sdk")));
  while (!folder.endsWith("/sdk")) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, "schema/v1/schema.unstable.json"), "utf8")) as Schema;
}

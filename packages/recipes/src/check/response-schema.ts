import { messageOf, type JsonSchema } from "@skein/protocol";
import { loadAjv, loadAjv2020 } from "../later.ts";

/** What is wrong with a JSON Schema: draft 2020-12 unless its `$schema` names draft 4, 6 or 7. */
export async function schemaFault(schema: JsonSchema): Promise<string | undefined> {
  const { $schema, ...rules } = schema;
  const options = { strict: false, validateFormats: false, logger: false, allErrors: true } as const;
  const validator = /draft-0[467]/.test(String($schema))
    ? new (await loadAjv()).Ajv(options)
    : new (await loadAjv2020()).Ajv2020(options);
  try {
    validator.compile(rules);
    return undefined;
  } catch (error) {
    return messageOf(error).replace(/^schema is invalid: /, "");
  }
}

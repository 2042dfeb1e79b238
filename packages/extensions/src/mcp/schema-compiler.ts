import type { JsonSchema, JsonValue, StandardSchema } from "@skein/protocol";
import { waits } from "./limits.ts";
import { loadJsonSchema } from "../later.ts";

type Compile = (schema: JsonSchema) => StandardSchema<JsonValue>;

/** Compiles the schemas of tools, with a library that takes a while to load. */
export interface SchemaCompiler {
  /** `undefined` until it is loaded. */
  readonly compile: () => Compile | undefined;
  load(): Promise<unknown>;
  /** Leaves the machine to the first request. */
  loadSoon(): void;
}

export function schemaCompiler(): SchemaCompiler {
  let compile: Compile | undefined;
  let loading: Promise<unknown> | undefined;
  const load = () => (loading ??= loadJsonSchema().then(({ jsonSchema }) => (compile = jsonSchema)));
  return {
    compile: () => compile,
    load,
    loadSoon: () => void setTimeout(() => void load(), waits.untilLessBusy).unref(),
  };
}

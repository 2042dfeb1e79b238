// What this package loads when it is first needed.

import type * as yaml from "yaml";

export const loadAjv = () => import("ajv");
export const loadAjv2020 = () => import("ajv/dist/2020.js");
/** The template engine without its own loader, which sets no limit to the memory. */
export const loadTemplateBinding = () =>
  import(import.meta.resolve("minijinja-js/dist/bundler/minijinja_js_bg.js"));
export const loadYaml = (): Promise<typeof yaml> => import("yaml");

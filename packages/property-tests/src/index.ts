export { checkProperty, type PropertyOptions } from "./check-property.ts";
export { type StoredFind, findsFileOf } from "./finds.ts";
export { type FuzzRecord, type FuzzSettings, propertyKey, type RunCounts } from "./fuzz.ts";
export { sampleValues } from "./sample-values.ts";

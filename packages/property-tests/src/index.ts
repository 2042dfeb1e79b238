export { checkProperty, type PropertyOptions } from "./check-property.ts";
export { sampleValues } from "./sample-values.ts";

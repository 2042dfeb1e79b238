export { createVertex, vertex } from "./provider.ts";
export { type VertexSettings } from "./settings.ts";

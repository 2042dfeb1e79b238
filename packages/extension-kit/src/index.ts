// Building blocks of extensions. An extension has tools, which the model calls;
// prompts, which the user starts from; and resources, which are read by
// address. `defineExtension` combines them. `@skein/extension-kit/serve` serves
// the result to any MCP client, and `@skein/extension-kit/conformance` tests
// it.

export { defineTool, type DefineToolOptions } from "./define-tool.ts";
export { defineFrontendTool, type FrontendToolDefinition } from "./define-frontend-tool.ts";
export type { ToolReturn } from "./tool-return.ts";
export { defineExtension, type ExtensionDefinition, type StateOf } from "./define-extension.ts";
export {
  definePrompt,
  type DefinedPrompt,
  type PromptContext,
  type PromptOptions,
} from "./offers/define-prompt.ts";
export {
  defineResource,
  type AuthoredResource,
  type ResourceOptions,
  type TemplateOptions,
} from "./offers/define-resource.ts";
// Output in bounds: texts, files and images.
export { clip, defaultClipLimits, type Clipped, type ClipLimits, type Cut } from "./clip.ts";
export { clipFile, type ClipFileOptions, type PartDecoder } from "./clip-file.ts";
export { clipToFile, type ClipToFileOptions } from "./clip-to-file.ts";
export { fitOutcome, resultBytes } from "./fit-outcome.ts";
export { runInWorker, type WorkerLimits } from "./run-in-worker.ts";
export { fitImage } from "./images/fit-image.ts";

export { recorded, type TapeSink } from "./recorded.ts";
export {
  type ScriptedAnswer,
  type ScriptedModel,
  scriptedModel,
  type ScriptedOptions,
  type ScriptedTurn,
} from "./scripted-model.ts";
export { scriptedProvider, type ScriptedProviderSettings } from "./scripted-provider.ts";
export { singleModelProvider } from "./single-model-provider.ts";
export { tapeModel, type TapeOptions } from "./tape-model.ts";

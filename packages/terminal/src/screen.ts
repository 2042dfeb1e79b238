export type { Complete, Completion, PromptCompletions } from "./screen/completion.ts";
export { pictureLines, pictureSize, type Picture } from "./screen/images.ts";
export { featuresOf, type TerminalFeatures } from "./screen/terminal-features.ts";
export {
  keepTitle,
  noticeBytes,
  noticeWay,
  restoreTitle,
  titleBytes,
  type NoticeWay,
} from "./screen/notices.ts";
export { isKey, type KeyName } from "./screen/keys.ts";
export { rankPaths } from "./pickers/rank-paths.ts";
export { createPicker, type Picker, type PickerOptions } from "./pickers/picker.ts";
export { createPastes, type Pastes } from "./screen/pastes.ts";
export { createPromptEditor, type PromptEditor, type PromptEditorOptions } from "./screen/prompt-editor.ts";
export {
  createRegionScreen,
  type RegionContent,
  type RegionScreen,
  type ScreenTerminal,
} from "./screen/region-screen.ts";

export { answeringModel, callsIn, type AnsweringModel } from "./sessions/answering-model.ts";
export { chooseModel, firstToAnswer, modelNamed, type LastModel } from "./sessions/choose-model.ts";
export { subagentsOf, withoutSubagents } from "./sessions/subagents-of.ts";
export {
  sessionSettings,
  type SessionSources,
  type SessionWishes,
  type SettingsWarnings,
} from "./sessions/session-settings.ts";
export { permissionModes, type McpSettings } from "@skein/runtime";

// What the command loads when it is first needed.

import type { CommandTable } from "@skein/command-line";

/** All of `skein`, by the word that calls it. */
export const commands = {
  run: () => import("./commands/run.ts"),
  chat: () => import("./commands/chat.ts"),
  resume: () => import("./commands/resume.ts"),
  bg: () => import("./background/bg.ts"),
  ps: () => import("./background/ps.ts"),
  attach: () => import("./background/attach.ts"),
  logs: () => import("./background/logs.ts"),
  answer: () => import("./session/commands/answer.ts"),
  submit: async () => ({ main: (await import("./background/workers.ts")).submit }),
  worker: async () => ({ main: (await import("./background/workers.ts")).worker }),
  cancel: async () => ({ main: (await import("./background/workers.ts")).cancel }),
  limits: () => import("./background/limits.ts"),
  stop: () => import("./background/stop.ts"),
  replay: () => import("./commands/replay.ts"),
  demo: () => import("./commands/demo.ts"),
  configure: () => import("./commands/configure.ts"),
  provider: () => import("./commands/provider.ts"),
  local: () => import("./provider/local.ts"),
  extension: () => import("./commands/extension.ts"),
  session: () => import("./commands/session.ts"),
  project: () => import("./session/project.ts"),
  recipe: () => import("./commands/recipe.ts"),
  ci: () => import("./commands/ci.ts"),
  review: () => import("./commands/review.ts"),
  skill: () => import("./commands/skill.ts"),
  schedule: () => import("./commands/schedule.ts"),
  worktree: () => import("./commands/worktree.ts"),
  permissions: () => import("./commands/permissions.ts"),
  hooks: () => import("./commands/hooks.ts"),
  trust: () => import("./commands/trust.ts"),
  import: () => import("./commands/import.ts"),
  memory: () => import("./commands/memory.ts"),
  mcp: () => import("./commands/mcp.ts"),
  acp: () => import("./commands/acp.ts"),
  web: () => import("./commands/web.ts"),
  serve: () => import("./commands/serve.ts"),
  budget: () => import("./commands/budget.ts"),
  term: () => import("./terminal/term.ts"),
  update: () => import("./update.ts"),
  doctor: () => import("./commands/doctor.ts"),
  init: () => import("./commands/init.ts"),
  info: () => import("./commands/info.ts"),
  completion: () => import("./commands/completion.ts"),
  complete: () => import("./commands/complete.ts"),
} as const satisfies CommandTable;

/** Those of `skein session`. */
export const sessionCommands = {
  list: () => import("./session/commands/list.ts"),
  show: () => import("./session/commands/show.ts"),
  search: () => import("./session/commands/search.ts"),
  answer: () => import("./session/commands/answer.ts"),
  cache: () => import("./session/commands/cache.ts"),
  compact: () => import("./session/commands/compact.ts"),
  fork: () => import("./session/commands/fork.ts"),
  diff: () => import("./session/commands/diff.ts"),
  undo: () => import("./session/commands/undo.ts"),
  redo: () => import("./session/commands/redo.ts"),
  rewind: () => import("./session/commands/rewind.ts"),
  rename: () => import("./session/commands/rename.ts"),
  move: () => import("./session/commands/move.ts"),
  export: () => import("./session/commands/export.ts"),
  import: () => import("./session/commands/import.ts"),
  push: () => import("./session/commands/push.ts"),
  pull: () => import("./session/commands/pull.ts"),
  scrub: () => import("./session/commands/scrub.ts"),
  remove: () => import("./session/commands/remove.ts"),
  diagnostics: () => import("./session/commands/diagnostics.ts"),
} as const satisfies CommandTable;

/** Those of `skein recipe`. */
export const recipeCommands = {
  list: () => import("./recipe/commands/list.ts"),
  validate: () => import("./recipe/commands/validate.ts"),
  explain: () => import("./recipe/commands/explain.ts"),
  render: () => import("./recipe/commands/render.ts"),
  plan: () => import("./recipe/commands/plan.ts"),
  test: () => import("./recipe-tests/command.ts"),
  new: () => import("./recipe/commands/new.ts"),
  "from-session": () => import("./recipe/commands/from-session.ts"),
  deeplink: () => import("./recipe/commands/deeplink.ts"),
} as const satisfies CommandTable;

/** Those of `skein schedule`. */
export const scheduleCommands = {
  list: () => import("./schedule/commands/list.ts"),
  add: () => import("./schedule/commands/add.ts"),
  show: () => import("./schedule/commands/show.ts"),
  "run-now": () => import("./schedule/commands/run-now.ts"),
  pause: async () => ({ main: (await import("./schedule/change-command.ts")).pause }),
  resume: async () => ({ main: (await import("./schedule/change-command.ts")).resume }),
  remove: async () => ({ main: (await import("./schedule/change-command.ts")).remove }),
  history: () => import("./schedule/commands/history.ts"),
  daemon: () => import("./schedule/commands/daemon.ts"),
  install: () => import("./schedule/commands/install.ts"),
  uninstall: () => import("./schedule/commands/uninstall.ts"),
} as const satisfies CommandTable;

export const loadAskAndSave = () => import("./configure/ask-and-save.ts");
export const loadAskForRecipe = () => import("./recipe/ask-for-recipe.ts");
export const loadByFlags = () => import("./configure/by-flags.ts");
export const loadChatCommand = () => import("./commands/chat.ts");
export const loadChatLines = () => import("@skein/terminal-chat/lines");
export const loadChatScreen = () => import("@skein/terminal-chat/screen");
export const loadChatWithRecipe = () => import("./recipe/chat-with-recipe.ts");
export const loadCommandRunner = () => import("./run-command.ts");
export const loadConfigureCommand = () => import("./commands/configure.ts");
export const loadConfigureViews = () => import("@skein/terminal-chat/configure");
export const loadDoctorInfo = () => import("@skein/command-line/doctor/info");
export const loadExamine = () => import("./doctor/examine.ts");
export const loadExtensionCommand = () => import("./commands/extension.ts");
export const loadExtensionCommands = () => import("./extension/extension-commands.ts");
export const loadExtensionLogin = () => import("./extension/login.ts");
export const loadFirstTime = () => import("./configure/first-time.ts");
export const loadHooksList = () => import("./hooks/list.ts");
export const loadHooksTest = () => import("./hooks/test.ts");
export const loadHostSettings = () => import("@skein/host/settings");
export const loadImportProgram = () => import("./import/import-program.ts");
export const loadInfoHere = () => import("./info/info-here.ts");
export const loadListPrograms = () => import("./import/list-programs.ts");
export const loadMachineViews = () => import("@skein/terminal-chat/machine");
export const loadOpenPage = () => import("@skein/terminal/open-page");
export const loadUserRedactor = () => import("./session/user-redactor.ts");
export const loadModelFiles = () => import("@skein/provider-local/files");
export const loadPermissionCommands = () => import("./permissions/permission-commands.ts");
export const loadPiTerminal = () => import("@earendil-works/pi-tui/dist/terminal.js");
export const loadPrompts = () => import("./prompts.ts");
export const loadProviderAcp = () => import("@skein/provider-acp");
export const loadProviderAdd = () => import("./provider/add.ts");
export const loadProviderAnthropic = () => import("@skein/provider-anthropic");
export const loadProviderBedrock = () => import("@skein/provider-bedrock");
export const loadProviderCheck = () => import("./provider/check.ts");
export const loadProviderGoogle = () => import("@skein/provider-google");
export const loadProviderList = () => import("./provider/list.ts");
export const loadProviderLocal = () => import("@skein/provider-local");
export const loadProviderLogin = () => import("./provider/login.ts");
export const loadProviderRefresh = () => import("./provider/refresh.ts");
export const loadProviderModels = () => import("./provider/models.ts");
export const loadProviderOllama = () => import("@skein/provider-ollama");
export const loadProviderOpenai = () => import("@skein/provider-openai");
export const loadProviderReplay = () => import("@skein/provider-replay");
export const loadProviderVertex = () => import("@skein/provider-vertex");
export const loadProviders = () => import("./providers.ts");
export const loadRecipeViews = () => import("@skein/terminal-chat/recipes");
export const loadReplayRecording = () => import("./replay/replay-recording.ts");
export const loadReview = () => import("@skein/review");
export const loadReviewChange = () => import("@skein/command-line/review");
export const loadRunCommand = () => import("./commands/run.ts");
export const loadSchemas = () => import("@skein/session-transfer/schemas");
export const loadSessionCommands = () => import("@skein/session-commands");
export const loadSessionQueue = () => import("@skein/session-processes/queue");
export const loadSessionWorktrees = () => import("@skein/session-processes/worktrees");
export const loadSettings = () => import("@skein/settings");
export const loadShowRecipe = () => import("./recipe/show-recipe.ts");
export const loadTab = () => import("@bomb.sh/tab");
export const loadTerminalPrompts = () => import("@skein/terminal/prompts");
export const loadUpdateCheck = () => import("@skein/command-line/doctor/update");
export const loadWorkHere = () => import("./ci/work-here.ts");
export const loadWorktreeViews = () => import("@skein/terminal-chat/worktrees");
export const loadWorktrees = () => import("@skein/checkpoints/worktrees");

/** One input of the action. */
export interface ActionInput {
  /** As in `action.yml` and in the table of the docs. */
  readonly description: string;
  readonly default: string;
}

/** Every input there is: `action.yml`, the docs and the command have no others. */
export const actionInputs = {
  prompt: { description: "What to do. Words after the trigger phrase are added to it.", default: "" },
  recipe: { description: "A recipe instead: its name, or its file in the repository.", default: "" },
  params: { description: "Values for the recipe, one KEY=VALUE a line.", default: "" },
  "trust-hash": {
    description:
      "SHA-256 hashes of recipes whose commands may start, with commas; a run without them names it.",
    default: "",
  },
  review: {
    description: "true: review the change of a pull request, instead of a prompt.",
    default: "false",
  },
  "fail-on": {
    description: "With review: low, medium, high, critical or never; a finding that severe fails the job.",
    default: "high",
  },
  provider: { description: "Who answers. Its key is the provider's own variable, in env.", default: "" },
  model: { description: "The model, by the provider's own name.", default: "" },
  mode: {
    description: "read-only, or a permission mode: accept_edits, smart_approve, approve, auto, plan, chat.",
    default: "read-only",
  },
  "max-cost": { description: "US dollars; no call is made that could exceed it.", default: "1" },
  "max-time": { description: "For example 90s, 10m.", default: "10m" },
  "max-turns": { description: "Replies of the model.", default: "50" },
  "trigger-phrase": {
    description: "How a line of a comment begins that starts a run; the words after it are its task.",
    default: "@skein",
  },
  "label-trigger": { description: "The label that starts a run when it is added.", default: "" },
  "assignee-trigger": { description: "The user who starts a run by being assigned.", default: "" },
  "allowed-associations": {
    description: "Whose events start a run, by author_association: with commas; * is everyone.",
    default: "OWNER,MEMBER,COLLABORATOR",
  },
  "allowed-users": { description: "Users who may as well, by name, with commas.", default: "" },
  "allowed-bots": { description: "Bots that may, by name, with commas; * is every bot.", default: "" },
  comment: { description: "true: the answer is a comment, updated in place.", default: "true" },
  "bot-login": {
    description: "Who writes the comments, when GITHUB_TOKEN is another app's or a user's.",
    default: "github-actions[bot]",
  },
  "sarif-file": { description: "With review: the findings as SARIF, into this file.", default: "" },
  artifact: { description: "true: the journal of the session becomes an artifact.", default: "true" },
  "artifact-name": { description: "Its name; one job of a run each.", default: "skein-session" },
  version: { description: "The version of @skein/cli that is installed.", default: "0.1.0" },
} as const satisfies Readonly<Record<string, ActionInput>>;

export type InputName = keyof typeof actionInputs;

import { describeError, type NextStep, type OutcomeError } from "@skein/protocol";
import { shellWord } from "@skein/terminal";

/** Each step in the words of the command line. */
const words: { readonly [Kind in NextStep["do"]]: (step: Extract<NextStep, { do: Kind }>) => string } = {
  "trust-folder": ({ folder }) => `Look at what it says, then: skein trust ${shellWord(folder)}`,
  "name-model": () => "Name it with --model ID.",
  "name-provider": () => "Say who is to answer with --provider and --model.",
  "add-provider": () => "Another one: skein provider add",
  "store-key": () => "Or store it: skein configure",
  "log-in-to-provider": ({ provider }) => `skein provider login ${shellWord(provider)}`,
  "list-models": () => "`skein provider models` lists the names.",
  "run-without-extensions": () => "Or run it without tools: --no-profile",
  "choose-provider": () => "Or choose another provider: skein configure",
  "set-up": () => "skein configure",
  "use-keyring": () => "Where the system has a keyring, `skein configure` puts it there.",
  "decide-memories": () => "skein memory proposals",
  "log-in": ({ extension }) => `skein extension login ${shellWord(extension)}`,
  "resume-session": ({ session }) => `Resume one: skein run -r --session-id ${session} -t "go on"`,
  "open-session": ({ session }) => `skein resume ${session}`,
  "start-session": () => "Without -r a new session is started.",
  "move-sessions": ({ from }) => `If it is this folder now: skein session move ${shellWord(from)}`,
  "join-session": () =>
    "Leave that out to talk to that process, wait until it has ended, end it, or fork the session (--fork).",
  "fork-session": ({ session }) => `To fork it: skein run -r --fork --session-id ${session} -t "…"`,
  "send-message": ({ session }) => `Say what to do next: skein resume ${session} -t "…"`,
  "inspect-session": ({ session }) =>
    `\`skein session show ${session}\` shows what can be read of it. To resume another one, name it: --session-id ID`,
  "remove-damaged-session": ({ session, readable }) => {
    const other = readable === undefined ? "" : `\nTo resume one that can be read, name it: ${readable}`;
    return `\`skein session show ${session}\` says what is wrong with it; \`skein session remove ${session}\` removes it.${other}`;
  },
  "merge-worktree": ({ name }) =>
    `To merge it: skein worktree merge ${name}\nTo lose it: skein worktree remove ${name} --force`,
  "run-schedule": () => "That flag is for the daemon; `skein schedule run-now NAME` runs one.",
  "raise-time-limit": () => "`skein info` lists the extensions; leave out the slow one, or raise --max-time.",
  "list-projects": () => "`skein project` lists where sessions were held.",
  "list-sessions": () => "`skein session list --all` shows what there is.",
  "list-entries": () => "`skein session show ID --entries` lists them.",
  "export-session": () => "`skein session export ID -o FILE` makes one of a session.",
  "name-file": () => "Name another file, or - for standard output.",
  "replace-file": () => "Name another file, or add --force to replace it.",
  "show-conversation": () => "`skein session show` without --context shows it.",
  "keep-files": () => "Go back in the conversation alone: --keep-files.",
  "name-session-format": () => "--from names one.",
  "start-schedules": () => "skein schedule install --now, or in a terminal: skein schedule daemon",
  "name-import-folder": () => "Name its folder with --from DIR.",
  "import-without-notes": () => "Or leave the notes out: --only settings,extensions,permissions,secrets",
  "replace-recipe": ({ session }) =>
    `Name it again: skein run -r --session-id ${session} --recipe RECIPE -t "…"\nOr resume without its extensions, rights and limits: skein resume ${session} --no-recipe`,
  "chat-with-recipe": () => "skein run --recipe LINK -s shows it, asks, and begins a chat with it.",
  "list-recipes": () => "`skein recipe list` shows those there are; `skein recipe new` makes one.",
  "check-recipe": () => "`skein recipe validate FILE` looks at it again, without running it.",
  "list-parameters": () => "`skein recipe explain RECIPE` lists its parameters.",
  "give-values": ({ recipe, keys }) => {
    const word = recipe === undefined ? "LINK" : shellWord(recipe);
    return `skein run --recipe ${word}${keys.map((key) => ` --params ${shellWord(key)}=…`).join("")}`;
  },
  "give-secrets": ({ names }) =>
    `Set ${names.length === 1 ? "it" : "them"} in the environment: export ${shellWord(names[0] ?? "")}=…\nor run the recipe once in a terminal, which asks and keeps them. Set to nothing, they are done without.`,
  "place-service-file": () =>
    "Make its folder writable, or put what --dry-run shows where your services are.",
  "start-service": () => "The file is written; start the service by hand, or `skein schedule daemon`.",
  "agree-to-recipe": agreement,
  "agree-to-recipe-tests": ({ to }) =>
    [...to.map(agreement), "or for all of them, where they are yours: --trust"].join("\n"),
  "write-recipe-tests": () =>
    "Write NAME.test.yaml beside a recipe (`skein recipe test --help` shows one), or name its folder.",
};

function agreement({ recipe, folder, hash }: Extract<NextStep, { do: "agree-to-recipe" }>): string {
  const once = `--trust-hash ${hash}`;
  if (recipe === undefined) return `Read it, then agree for this run: ${once}`;
  const named = folder === undefined ? shellWord(recipe) : `${shellWord(recipe)} --cwd ${shellWord(folder)}`;
  return `Read them, then agree for good: skein trust ${named}\nor for this run: ${once}`;
}

/** The same error, its next step among the lines of its hint. */
export function withNextStep(error: OutcomeError): OutcomeError {
  const { nextStep, hint, ...rest } = error;
  return nextStep === undefined ? error : { ...rest, hint: hintWith(hint, nextStep) };
}

/** What can be done on any face, and behind it what the command line has for it. */
export function hintWith(hint: string | undefined, nextStep: NextStep): string {
  const said = (words[nextStep.do] as (step: NextStep) => string)(nextStep);
  return hint === undefined ? said : `${hint}\n${said}`;
}

/** What is said of an error, its next step included. */
export function saidError(error: unknown): OutcomeError {
  return withNextStep(describeError(error));
}

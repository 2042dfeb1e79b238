/**
 * What a person can do next about an error or a warning, as data: a face says it in its own words, as a command to type or
 * as a button. What needs no face (a file to correct, a value to use) stands in the error's hint.
 */
export type NextStep =
  /** Look at what a folder brings, and trust it. */
  | { readonly do: "trust-folder"; readonly folder: string }
  /** Describe a provider that there is not yet. */
  | { readonly do: "add-provider" }
  /** Say which model is meant. */
  | { readonly do: "name-model" }
  /** Say which provider and model are meant. */
  | { readonly do: "name-provider" }
  /** Choose another provider than the one that does not answer. */
  | { readonly do: "choose-provider" }
  /** Choose a provider and a model, and give the key: nothing works without. */
  | { readonly do: "set-up" }
  /** Keep a key in the system's keyring, where there is one, rather than in a file. */
  | { readonly do: "use-keyring" }
  /** Go on with a session that was cut off. */
  | { readonly do: "resume-session"; readonly session: string }
  /** Begin a new session instead. */
  | { readonly do: "start-session" }
  /** Talk to the process that has a session open as it is, or fork the session. */
  | { readonly do: "join-session"; readonly session: string }
  /** Say what to do next in a session of which the model has answered everything. */
  | { readonly do: "send-message"; readonly session: string }
  /** Look at what can be read of a damaged session, or name another one. */
  | { readonly do: "inspect-session"; readonly session: string }
  /** Look at what is wrong with a damaged session, and remove it. `readable`: the last one that can be resumed. */
  | { readonly do: "remove-damaged-session"; readonly session: string; readonly readable?: string }
  /** Run a schedule that there is. */
  | { readonly do: "run-schedule" }
  /** Raise the time limit, or leave out the extension that is slow to start. */
  | { readonly do: "raise-time-limit" }
  /** Look up which sessions there are, in all folders. */
  | { readonly do: "list-sessions" }
  /** Look up the numbers of a session's entries. */
  | { readonly do: "list-entries" }
  /** Write a session to a file. */
  | { readonly do: "export-session" }
  /** Name a file, where something else has the name. */
  | { readonly do: "name-file" }
  /** Name a file that is not there yet, or agree to replace the one that is. */
  | { readonly do: "replace-file" }
  /** Look at the conversation alone, without what its model was told besides. */
  | { readonly do: "show-conversation" }
  /** Go back in the conversation, and leave the files as they are. */
  | { readonly do: "keep-files" }
  /** Say which program's session a file holds. */
  | { readonly do: "name-session-format" }
  /** Have schedules started when they are due. */
  | { readonly do: "start-schedules" }
  /** Say in which folder the program is whose settings are to be imported. */
  | { readonly do: "name-import-folder" }
  /** Import everything but notes for the model. */
  | { readonly do: "import-without-notes" }
  /** Begin a chat with a recipe from elsewhere: it is shown, and agreed to, first. */
  | { readonly do: "chat-with-recipe" }
  /** Look up which recipes there are, or write one. */
  | { readonly do: "list-recipes" }
  /** Look at a recipe again, once it is corrected, without running it. */
  | { readonly do: "check-recipe" }
  /** Look up the parameters of a recipe. `recipe`: as it was named; absent for a link. */
  | { readonly do: "list-parameters"; readonly recipe?: string }
  /** Run a recipe again, with values for these parameters. */
  | { readonly do: "give-values"; readonly recipe?: string; readonly keys: readonly string[] }
  /** Put secrets into the environment, or give them when asked. */
  | { readonly do: "give-secrets"; readonly names: readonly string[] }
  | AgreeToRecipe
  /** Agree to each of these, or to all that the tests of recipes run. */
  | { readonly do: "agree-to-recipe-tests"; readonly to: readonly AgreeToRecipe[] }
  /** Write a file of tests beside a recipe, or name the folder of some. */
  | { readonly do: "write-recipe-tests" }
  /** Make the folder of a service's file writable, or put the file there by hand. */
  | { readonly do: "place-service-file" }
  /** Start the service of schedules by hand, or serve them without one. */
  | { readonly do: "start-service" };

/** Read what a recipe, or a file of tests, runs and reaches, and agree to what has this SHA-256. */
interface AgreeToRecipe {
  readonly do: "agree-to-recipe";
  readonly hash: string;
  /** As it was named; absent for a link, which is agreed to for one run alone. */
  readonly recipe?: string;
  /** Where it is to run, when that counts and is another folder than the one it was named in. */
  readonly folder?: string;
}

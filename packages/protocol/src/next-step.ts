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
  /** Choose another provider than the one that does not answer. */
  | { readonly do: "choose-provider" }
  /** Choose a provider and a model, and give the key: nothing works without. */
  | { readonly do: "set-up" }
  /** Keep a key in the system's keyring, where there is one, rather than in a file. */
  | { readonly do: "use-keyring" }
  /** Go on with a session that was cut off. */
  | { readonly do: "resume-session"; readonly session: string }
  /** Have schedules started when they are due. */
  | { readonly do: "start-schedules" }
  /** Say in which folder the program is whose settings are to be imported. */
  | { readonly do: "name-import-folder" }
  /** Import everything but notes for the model. */
  | { readonly do: "import-without-notes" };

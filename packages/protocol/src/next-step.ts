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
  | { readonly do: "import-without-notes" }
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

/**
 * Step that the user can take after an error or a warning, as data.
 *
 * Each user interface words it for itself, as a command to type or as a button.
 * Steps that need no user interface (fix a file, use another value) are in the
 * error's hint.
 */
export type NextStep =
  /** Review what a folder configures, and trust it. */
  | {
      readonly do: "trust-folder";
      /** Absolute path of the folder. */
      readonly folder: string;
    }
  /** Define a provider that does not exist yet. */
  | { readonly do: "add-provider" }
  /** Store the key of a provider, or set it in the environment. */
  | { readonly do: "store-key" }
  /** Log in to a provider, on its vendor's page. */
  | {
      readonly do: "log-in-to-provider";
      /** Provider id. */
      readonly provider: string;
    }
  /** Choose a model. */
  | { readonly do: "name-model" }
  /** List the models of the providers. */
  | { readonly do: "list-models" }
  /** Run without extensions: the model cannot call tools. */
  | { readonly do: "run-without-extensions" }
  /** Choose a provider and a model. */
  | { readonly do: "name-provider" }
  /** Choose another provider than the one that does not respond. */
  | { readonly do: "choose-provider" }
  /**
   * Choose a provider and a model, and enter the key: nothing works without
   * them.
   */
  | { readonly do: "set-up" }
  /**
   * Store a key in the system's keyring, where there is one, instead of a file.
   */
  | { readonly do: "use-keyring" }
  /** Notes that were proposed at the end of a session. */
  | { readonly do: "decide-memories" }
  /** Log in to an extension's server. */
  | {
      readonly do: "log-in";
      /** Name of the extension. */
      readonly extension: string;
    }
  /** Resume a session that was cut off. */
  | {
      readonly do: "resume-session";
      /** Session id. */
      readonly session: string;
    }
  /** Resume this session in a process of its own. */
  | {
      readonly do: "open-session";
      /** Session id. */
      readonly session: string;
    }
  /** Start a new session instead. */
  | { readonly do: "start-session" }
  /** The folder of sessions was renamed: move the sessions. */
  | {
      readonly do: "move-sessions";
      /** Absolute path of the folder under its old name. */
      readonly from: string;
    }
  /** Use the process that has the session open, or fork the session. */
  | {
      readonly do: "join-session";
      /** Session id. */
      readonly session: string;
    }
  /** Fork the session, which another process or agent is writing. */
  | {
      readonly do: "fork-session";
      /** Session id. */
      readonly session: string;
    }
  /** Send a new message: the session has no unanswered input to resume. */
  | {
      readonly do: "send-message";
      /** Session id. */
      readonly session: string;
    }
  /** Show what can be read of a damaged session, or name another one. */
  | {
      readonly do: "inspect-session";
      /** Session id. */
      readonly session: string;
    }
  /** Inspect a damaged session and remove it. */
  | {
      readonly do: "remove-damaged-session";
      /** Session id. */
      readonly session: string;
      /** Last entry that can be resumed. Absent: no entry can be. */
      readonly readable?: string;
    }
  /** Merge a worktree, or remove it with its work. */
  | {
      readonly do: "merge-worktree";
      /** Name of the worktree. */
      readonly name: string;
    }
  /** Run an existing schedule. */
  | { readonly do: "run-schedule" }
  /** Raise the time limit, or leave out the extension that starts slowly. */
  | { readonly do: "raise-time-limit" }
  /** List the folders in which sessions were held. */
  | { readonly do: "list-projects" }
  /** List the sessions of all folders. */
  | { readonly do: "list-sessions" }
  /** List the numbers of a session's entries. */
  | { readonly do: "list-entries" }
  /** Export a session to a file. */
  | { readonly do: "export-session" }
  /** Name an output file, because the name is taken. */
  | { readonly do: "name-file" }
  /**
   * Name a file that does not exist yet, or allow the existing one to be
   * replaced.
   */
  | { readonly do: "replace-file" }
  /**
   * Show only the conversation, without the context that the model was given.
   */
  | { readonly do: "show-conversation" }
  /** Rewind the conversation without restoring the files. */
  | { readonly do: "keep-files" }
  /** Name the program that wrote a session file. */
  | { readonly do: "name-session-format" }
  /** Start the service that runs due schedules. */
  | { readonly do: "start-schedules" }
  /** Name the folder of the program to import settings from. */
  | { readonly do: "name-import-folder" }
  /** Import everything except hint files. */
  | { readonly do: "import-without-notes" }
  /** Resume a session with its recipe named again, or without it. */
  | {
      readonly do: "replace-recipe";
      /** Session id. */
      readonly session: string;
    }
  /**
   * Start a chat with a recipe from elsewhere, after reviewing and accepting
   * it.
   */
  | { readonly do: "chat-with-recipe" }
  /** List the recipes, or write one. */
  | { readonly do: "list-recipes" }
  /** Check a recipe again after fixing it, without running it. */
  | { readonly do: "check-recipe" }
  /** List the parameters of a recipe. */
  | {
      readonly do: "list-parameters";
      /** Recipe as the user named it. Absent for a link. */
      readonly recipe?: string;
    }
  /** Run a recipe again, with values for these parameters. */
  | {
      readonly do: "give-values";
      /** Recipe as the user named it. Absent for a link. */
      readonly recipe?: string;
      /** Names of the parameters that lack a value. */
      readonly keys: readonly string[];
    }
  /** Set secrets in the environment, or enter them when asked. */
  | {
      readonly do: "give-secrets";
      /** Names of the environment variables. */
      readonly names: readonly string[];
    }
  | AgreeToRecipe
  /** Approve each of these, or everything that recipe tests run. */
  | {
      readonly do: "agree-to-recipe-tests";
      /**
       * Recipes and test files to approve, each with the hash of its content.
       */
      readonly to: readonly AgreeToRecipe[];
    }
  /** Write a test file next to a recipe, or name the folder of one. */
  | { readonly do: "write-recipe-tests" }
  /**
   * Make the folder of a service file writable, or put the file there by hand.
   */
  | { readonly do: "place-service-file" }
  /** Start the schedule service by hand, or run schedules without one. */
  | { readonly do: "start-service" };

/**
 * Review what a recipe or a test file runs and accesses, and approve the
 * content with this hash.
 */
interface AgreeToRecipe {
  readonly do: "agree-to-recipe";
  /** SHA-256, hex, of the content to approve. */
  readonly hash: string;
  /**
   * Recipe as the user named it. Absent for a link, which is approved for one
   * run only.
   */
  readonly recipe?: string;
  /**
   * Folder in which the recipe will run. Set only if that matters and differs
   * from the folder in which it was named.
   */
  readonly folder?: string;
}

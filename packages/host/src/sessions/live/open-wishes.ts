import type { AskUser } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import type { ResumedRecipe } from "../../recipes/resumed-recipe.ts";
import type { ChosenSession } from "../choose-session.ts";
import type { OpeningWishes } from "../opening-settings.ts";

/** What a face asks of a session that it opens. */
export interface OpenWishes extends Omit<OpeningWishes, "last" | "isOwnRecipe"> {
  /**
   * How a session that is resumed gets the recipe back that it began with, unless `recipe` is another one; `false` leaves
   * out what the recipe says. Default: by itself, as far as that needs no question.
   */
  readonly ownRecipe?: ResumedRecipe | false;
  /**
   * Whether somebody may answer questions; otherwise one ends the run as `needs-input`. A function is asked, too, one
   * question after the other.
   */
  readonly attended: boolean | AskUser;
  /** An editor whose files that are not saved count. Default: none. */
  readonly openFiles?: AgentSettings["openFiles"];
  /**
   * Resumes the session whose subagent this one is as soon as it has the answers that it waits for, and says whether
   * somebody may answer its own questions. Default: it is not resumed.
   */
  readonly resumesParent?: ((parent: string) => Pick<OpenWishes, "attended">) | undefined;
  /**
   * Whether to join the process that has the session open, if there is one. Default true. Otherwise it is opened here, for
   * what writes nothing to it, such as a fork; its own messages are refused as `locked`.
   */
  readonly joins?: boolean;
  /** The model and the effort that the session used last, and its recipe, where they are known. Default: they are looked up. */
  readonly last?: Pick<ChosenSession, "provider" | "model" | "effort" | "recipe"> | undefined;
  /**
   * When the time limit of the first run began to count, in milliseconds since the epoch; the start of the extensions counts
   * then. Default: when the run begins.
   */
  readonly countedFrom?: number | undefined;
  /** As `bringFiles` has given it: the session's files go to whoever resumes it. Default: they stay here. */
  readonly movesFrom?: string | undefined;
}

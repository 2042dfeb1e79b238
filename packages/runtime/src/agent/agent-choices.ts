import type { AttemptModel, ModelOptions } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";

/** The model and the options that an agent uses now. */
export interface AgentChoices {
  readonly model: () => AttemptModel;
  /** The model that later work of the agent, such as a schedule, begins with. */
  readonly modelForLater: () => { readonly provider: string; readonly model: string };
  readonly options: () => ModelOptions;
  readonly chooseModel: (model: AttemptModel) => void;
  readonly changeOptions: (options: ModelOptions) => void;
}

/**
 * @param configured - the model that the settings name.
 * @param inherited - of a subagent: the model of its parent, if it has no other.
 */
export function agentChoices(
  settings: Pick<AgentSettings, "provider" | "model" | "options">,
  configured: AttemptModel,
  inherited: AttemptModel | undefined,
): AgentChoices {
  let chosen: AttemptModel | undefined;
  let { options = {} } = settings;
  return {
    model: () => chosen ?? configured,
    modelForLater() {
      const own = chosen ?? inherited;
      // The configured model, unless another one was chosen since.
      return own ? { provider: own.provider, model: own.id } : settings;
    },
    options: () => options,
    chooseModel: (model) => (chosen = model),
    changeOptions: (changed) => (options = changed),
  };
}

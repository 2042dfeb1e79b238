import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import { agentChoices } from "../src/agent/agent-choices.ts";

const settings = { provider: "p", model: "m" };
const [configured, inherited, other] = [scriptedModel([]), scriptedModel([]), scriptedModel([])].map(
  (model, index) => ({ ...model, provider: "p", id: `model-${index}` }),
) as [ReturnType<typeof scriptedModel>, ReturnType<typeof scriptedModel>, ReturnType<typeof scriptedModel>];

it("uses the configured model until another one is chosen", () => {
  const choices = agentChoices(settings, configured, undefined);
  expect(choices.model()).toBe(configured);
  choices.chooseModel(other);
  expect(choices.model()).toBe(other);
});

it.each([
  ["the settings name", undefined, false, { provider: "p", model: "m" }],
  ["a subagent has from its parent", inherited, false, { provider: "p", model: "model-1" }],
  ["was chosen", inherited, true, { provider: "p", model: "model-2" }],
])("begins later work with the model that %s", (_, parent, isChosen, model) => {
  const choices = agentChoices(settings, configured, parent);
  if (isChosen) choices.chooseModel(other);
  expect(choices.modelForLater()).toMatchObject(model);
});

it("sends the options of the settings until they change", () => {
  expect(agentChoices(settings, configured, undefined).options()).toEqual({});
  const choices = agentChoices({ ...settings, options: { effort: "low" } }, configured, undefined);
  expect(choices.options()).toEqual({ effort: "low" });
  choices.changeOptions({ effort: "high" });
  expect(choices.options()).toEqual({ effort: "high" });
});

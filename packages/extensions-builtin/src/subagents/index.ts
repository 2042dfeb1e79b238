export { foundChild } from "./found-child.ts";
export { subagents } from "./subagents.ts";
export {
  type ChildParts,
  type ChildRule,
  type ChildSpec,
  type FinishedChild,
  type FoundChild,
  type NamedAgent,
  type OpenChild,
  type OpenedChild,
  type SubagentLimits,
  type SubagentsOptions,
  type Subrecipe,
  type SubrecipeParameter,
  type SubrecipePlan,
} from "./options.ts";

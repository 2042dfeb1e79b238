export {
  inheritedVariables,
  isInherited,
  networkVariables,
  programVariables,
  variableGroups,
  type ChildKind,
  type Treatment,
  type VariableGroup,
} from "./child-variables.ts";
export { privateIndexVariables } from "./private-index.ts";
export { decodedValue, variableIn } from "./values.ts";

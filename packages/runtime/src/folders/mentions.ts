export {
  findNearPath,
  projectFiles,
  projectSymbols,
  type NearPath,
  type ProjectFiles,
  type ProjectSymbol,
  type ProjectSymbols,
} from "@skein/extensions-builtin/mentions";

export {
  projectFiles,
  projectSymbols,
  type ProjectFiles,
  type ProjectSymbol,
  type ProjectSymbols,
} from "@skein/extensions-builtin/mentions";

export {
  findNearPath,
  projectFiles,
  projectSymbols,
  type ProjectFiles,
  type ProjectSymbols,
} from "@skein/extensions-builtin/mentions";

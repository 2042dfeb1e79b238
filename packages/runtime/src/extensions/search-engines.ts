export { searchEngines, type SearchEngine } from "@skein/extensions-builtin/web";

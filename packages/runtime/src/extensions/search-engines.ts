export { searchEngines, type SearchEngine } from "@skein/web";

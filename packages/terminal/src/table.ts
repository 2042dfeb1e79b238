export { table, widthOf, type Column } from "./text/table.ts";

export { todo } from "./todo.ts";

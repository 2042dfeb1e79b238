export { askUser } from "./ask-user.ts";

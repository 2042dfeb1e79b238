export { chatOpening } from "./chat/chat-opening.ts";
export type { ChatFrontEnd, ChatOpening, ChatTerminal } from "./chat/front-end.ts";
export { recipeOpening } from "./chat/recipe-opening.ts";
export { chatCommandNames } from "./commands/slash-commands.ts";
export type { ChatWording } from "./wording.ts";

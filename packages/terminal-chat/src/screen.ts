export { screenChat } from "./screen/screen-chat.ts";

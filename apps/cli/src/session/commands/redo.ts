import { undoCommand } from "../undo-command.ts";

export const main = undoCommand({
  name: "redo",
  title: "take the last undo or rewind back",
  text: "It works as long as nothing was said since. Files change as with undo.",
});

import { callTitle } from "../calls/call-input.ts";
import { userText, type EarlierItem } from "../chat/earlier-items.ts";

/** An item of a conversation in words. Foreign text, not yet clean. */
export function itemText(item: EarlierItem): string {
  switch (item.type) {
    case "message":
      return `> ${userText(item.content)}`;
    case "text":
      return item.text;
    case "call":
      return `● ${item.tool ?? ""} ${item.input === undefined ? "" : callTitle(item.input)}`;
    case "notice":
      return item.text;
    case "compaction":
      return "(What came before was summed up.)";
  }
}

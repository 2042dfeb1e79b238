/** What texts that were planted for a model often say. A hit says nothing about what a text means, nor does none. */
const phrasings: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|your|system)\b.{0,20}\b(?:instructions?|prompts?|rules|directions|guidelines|messages?)\b/i,
  /\b(?:new|updated|real|actual|important)\s+(?:system\s+)?instructions?\s*(?:for|to)?\s*(?:the\s+)?(?:assistant|agent|ai|model|llm|you)?\s*:/i,
  /\b(?:ai|llm)?\s*(?:assistants?|agents?|language models?|llms?)\b.{0,30}\b(?:must|should|shall|have to|are required to|need to)\b.{0,40}\b(?:run|execute|call|read|send|upload|post|delete|write|open|fetch|include|add)\b/i,
  /\b(?:do not|don't|never|without)\s+(?:tell|inform|mention|show|ask|alert|telling|informing|mentioning|asking)\b.{0,20}\b(?:the\s+)?(?:user|human|owner|anyone)\b/i,
  /\byou are now\b.{0,40}\b(?:mode|assistant|agent|unrestricted|developer|admin|root)\b/i,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|user)(?:[_-](?:prompt|message|reminder))?>/i,
  /\b(?:the\s+)?user\s+has\s+(?:already\s+)?(?:approved|authorized|authorised|consented|agreed|granted)\b/i,
  /\b(?:print|reveal|repeat|output|send|share)\b.{0,30}\b(?:your|the)\s+(?:system\s+prompt|api\s+keys?|credentials|secrets?|environment variables)\b/i,
];

/** Characters that people do not see: tags, bidirectional overrides, runs of zero width. */
const unseen =
  /[\u{E0000}-\u{E007F}]{3,}|[\u202A-\u202E\u2066-\u2069]|[\u200B\u2060-\u2064]{3,}|\u{E0100}-\u{E01EF}/u;

const mostShown = 80;
/** Longer texts are looked at up to here. */
const mostCharacters = 200_000;

/** The first place in a text that is worded like an instruction to a model, or hides something; short, on one line. */
export function suspiciousText(text: string): string | undefined {
  const start = text.slice(0, mostCharacters);
  if (unseen.test(start)) return "invisible characters";
  const plain = start
    .normalize("NFKC")
    .replaceAll(/[\u200B-\u200F\u2060-\u2064\u00AD]/g, "")
    .replaceAll(/\s+/g, " ");
  for (const phrasing of phrasings) {
    const found = phrasing.exec(plain)?.[0];
    if (found !== undefined) {
      const short = found.length > mostShown ? `${found.slice(0, mostShown - 1)}…` : found;
      return JSON.stringify(short.trim());
    }
  }
  return undefined;
}

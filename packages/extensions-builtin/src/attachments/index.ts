export { attachmentOf, type Attachment, type AttachmentOptions } from "./attachment-of.ts";
export { readAttachment } from "./read-attachment.ts";

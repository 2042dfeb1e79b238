export { readAttachment, type Attachment, type AttachmentOptions } from "./read-attachment.ts";

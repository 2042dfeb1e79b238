import type { ReactNode } from "react";
import { byteSize } from "../ui/format.ts";
import type { Attachment } from "./attachments.ts";

interface AttachmentListProps {
  readonly attachments: readonly Attachment[];
  readonly onChange: (attachments: readonly Attachment[]) => void;
}

/** Pictures and files that go with the message. */
export function AttachmentList({ attachments, onChange }: AttachmentListProps): ReactNode {
  if (attachments.length === 0) return undefined;
  return (
    <ul className="attachments" aria-label="Attachments">
      {attachments.map((one, at) => (
        <li key={at}>
          {one.part.type === "image" ? (
            <img src={`data:${one.part.mediaType};base64,${one.part.data}`} alt="" />
          ) : undefined}
          <span>{`${one.name} · ${byteSize(one.bytes)}`}</span>
          <button
            type="button"
            className="quiet"
            aria-label={`Remove ${one.name}`}
            onClick={() => onChange(attachments.toSpliced(at, 1))}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  );
}

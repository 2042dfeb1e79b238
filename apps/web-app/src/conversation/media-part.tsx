import type { ReactNode } from "react";
import { byteSize } from "../ui/format.ts";

interface Media {
  readonly type: string;
  readonly mediaType?: string;
  readonly data?: string;
  readonly name?: string;
}

/** Pictures that a page may show: none that could hold a script. */
const shown = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** A picture, which opens in full size, or the name of a file. */
export function MediaPart({ part }: { readonly part: object }): ReactNode {
  const { type, mediaType = "", data = "", name } = part as Media;
  if (type === "image" && shown.test(mediaType)) {
    const source = `data:${mediaType};base64,${data}`;
    return (
      <details className="picture">
        <summary aria-label="Picture, open in full size">
          <img src={source} alt={name ?? "Picture"} loading="lazy" />
        </summary>
      </details>
    );
  }
  return (
    <p className="file-part">
      {name ?? (type === "image" ? "Picture" : "File")}
      <span>{` ${mediaType} · ${byteSize((data.length * 3) / 4)}`}</span>
    </p>
  );
}

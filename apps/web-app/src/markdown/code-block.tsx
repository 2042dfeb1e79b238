import { useEffect, useState, type ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { highlighted, type CodePiece } from "./highlight.ts";

interface CodeBlockProps {
  readonly code: string;
  readonly language?: string | undefined;
  /** It streams in. */
  readonly isOpen?: boolean;
}

/** Code with its language and a button that copies it; colours come when it is whole. */
export function CodeBlock({ code, language = "", isOpen = false }: CodeBlockProps): ReactNode {
  const [name = ""] = language.split(/\s/, 1);
  const pieces = usePieces(code, isOpen ? "" : name.toLowerCase());
  return (
    <figure className="code-block">
      <figcaption>
        <span>{name || "text"}</span>
        <CopyButton text={code} what="code" />
      </figcaption>
      <pre tabIndex={0} aria-label={name === "" ? "Code" : `Code, ${name}`}>
        <code>{pieces ? pieces.map(piece) : code}</code>
      </pre>
    </figure>
  );
}

function usePieces(code: string, language: string): readonly CodePiece[] | undefined {
  const [found, setFound] = useState<{ readonly code: string; readonly pieces: readonly CodePiece[] }>();
  useEffect(() => {
    let isGone = false;
    async function load(): Promise<void> {
      const pieces = await highlighted(code, language);
      if (pieces && !isGone) setFound({ code, pieces });
    }
    if (language !== "") void load();
    return () => {
      isGone = true;
    };
  }, [code, language]);
  return found?.code === code ? found.pieces : undefined;
}

function piece(one: CodePiece, at: number): ReactNode {
  if (typeof one === "string") return one;
  const [scope] = one.scope?.split(".") ?? [];
  return (
    <span key={at} className={scope === undefined ? undefined : `hl-${scope}`}>
      {one.children.map(piece)}
    </span>
  );
}

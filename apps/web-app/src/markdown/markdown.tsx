import { useRef, type ReactNode } from "react";
import { Block } from "./block.tsx";
import { blocksOf, type MarkdownBlocks } from "./blocks.ts";

interface MarkdownProps {
  readonly text: string;
  /** It streams in. */
  readonly isOpen?: boolean;
}

/** What a model has written. Of a text that grows, only the last block is read and drawn again. */
export function Markdown({ text, isOpen = false }: MarkdownProps): ReactNode {
  const before = useRef<MarkdownBlocks>(undefined);
  const now = blocksOf(text, before.current);
  before.current = now;
  const last = now.blocks.length - 1;
  return (
    <div className="markdown">
      {now.blocks.map((token, at) => (
        <Block key={at} token={token} isOpen={isOpen && at === last} />
      ))}
    </div>
  );
}

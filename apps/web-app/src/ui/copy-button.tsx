import { useState, type ReactNode } from "react";

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  }
  return (
    <button type="button" className="quiet" onClick={() => void copy()} aria-label={`Copy ${what}`}>
      {isCopied ? "Copied" : "Copy"}
    </button>
  );
}

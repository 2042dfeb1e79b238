import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { useSessionPart } from "../state/current-session.tsx";
import { server } from "../state/server.ts";
import { attachmentOf, type Attachment } from "./attachments.ts";
import { AttachmentList } from "./attachment-list.tsx";
import { CommandMenu, useCommandMenu } from "./command-menu.tsx";
import { useDraft } from "./drafts.ts";
import { runSlashCommand } from "./slash-command.ts";
import { SessionSelects } from "./session-selects.tsx";
import { useWhen, WhenSwitch } from "./when-switch.tsx";

/** Where one writes: a message, or a command that begins with a slash. While it works, a message is queued or steers. */
export function Composer({ session }: { readonly session: string }): ReactNode {
  const isRunning = useSessionPart(({ view }) => view.facts.run !== undefined);
  const cwd = useSessionPart(({ view }) => view.facts.cwd);
  const [text, setText] = useDraft(session);
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [when, setWhen] = useWhen();
  const menu = useCommandMenu({ text, cwd, onPick: setText });
  const form = useRef<HTMLFormElement>(null);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = text.trim();
    if (input === "" && attachments.length === 0) return;
    setText("");
    setAttachments([]);
    const isSent = await attempt(() => dispatch(input));
    if (isSent) return;
    setText(text);
    setAttachments(attachments);
  }

  async function dispatch(input: string): Promise<void> {
    if (attachments.length === 0 && (await runSlashCommand(session, input, menu.commands))) return;
    const texts = input === "" ? [] : [{ type: "text" as const, text: input }];
    const message = attachments.length === 0 ? input : [...texts, ...attachments.map(({ part }) => part)];
    await server.sendMessage({ session, input: message, ...(isRunning && { when }) });
  }

  function keyDown(event: KeyboardEvent): void {
    if (menu.keyDown(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  async function attach(files: Iterable<File>): Promise<void> {
    const added = await Promise.all([...files].map(attachmentOf));
    setAttachments((before) => [...before, ...added]);
  }

  return (
    <form
      ref={form}
      className="composer"
      onSubmit={(event) => void send(event)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void attach(event.dataTransfer.files);
      }}
    >
      <CommandMenu menu={menu} />
      <AttachmentList attachments={attachments} onChange={setAttachments} />
      <textarea
        id="message"
        aria-label="Message"
        placeholder={isRunning ? "Add to what it is doing …" : "Ask, or type / for commands"}
        rows={Math.min(8, Math.max(1, text.split("\n").length))}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keyDown}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          void attach(event.clipboardData.files);
        }}
      />
      <div className="composer-bar">
        <SessionSelects session={session} />
        <span className="spread" />
        {isRunning ? <WhenSwitch when={when} onChange={setWhen} /> : undefined}
        <label className="button quiet">
          Attach
          <input
            className="visually-hidden"
            type="file"
            multiple
            onChange={(event) => {
              void attach(event.target.files ?? []);
              event.target.value = "";
            }}
          />
        </label>
        {isRunning ? (
          <button
            type="button"
            className="stop"
            onClick={() => void attempt(() => server.interrupt({ session }))}
          >
            Stop
          </button>
        ) : undefined}
        <button type="submit" className="primary" disabled={text.trim() === "" && attachments.length === 0}>
          {isRunning ? (when === "now" ? "Steer" : "Queue") : "Send"}
        </button>
      </div>
    </form>
  );
}

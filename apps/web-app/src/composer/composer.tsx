import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { attempt } from "../state/problems.ts";
import { useSessionFolder, useSessionPart } from "../state/current-session.tsx";
import { server } from "../state/server.ts";
import { attachmentOf, type Attachment } from "./attachments.ts";
import { AttachmentList } from "./attachment-list.tsx";
import { CommandResultBox, type RunCommand } from "./command-result-box.tsx";
import { CompletionMenu, menuId, optionId, useCompletionMenu, type Completion } from "./completion-menu.tsx";
import { fittingCommands } from "./command-text.ts";
import { useDraft } from "./drafts.ts";
import { runSlashCommand } from "./slash-command.ts";
import { SessionSelects } from "./session-selects.tsx";
import { useCommands, type Command } from "./use-commands.ts";
import { useMentions } from "./use-mentions.ts";
import { useWhen, WhenSwitch } from "./when-switch.tsx";

/** Where one writes: a message, or a command that begins with a slash. While it works, a message is queued or steers. */
export function Composer({ session }: { readonly session: string }): ReactNode {
  const isRunning = useSessionPart(({ view }) => view.facts.run !== undefined);
  const cwd = useSessionFolder();
  const [text, setText] = useDraft(session);
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [run, setRun] = useState<RunCommand>();
  const [when, setWhen] = useWhen();
  const commands = useCommands(text, cwd);
  const mentions = useMentions({ text, cwd, session });
  const menu = useCompletionMenu(text, [...commandCompletions(text, commands), ...mentions], setText);
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
    setRun(undefined);
    const command = attachments.length === 0 ? await runSlashCommand(session, input, commands) : undefined;
    if (command !== undefined) return setRun(command === "followed" ? undefined : command);
    const message =
      attachments.length === 0 ? input : { text: input, attachments: attachments.map(({ part }) => part) };
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
      {run ? <CommandResultBox command={run} onClose={() => setRun(undefined)} /> : undefined}
      <CompletionMenu menu={menu} />
      <AttachmentList attachments={attachments} onChange={setAttachments} />
      <textarea
        id="message"
        aria-label="Message"
        placeholder={isRunning ? "Add to what it is doing …" : "Ask; @ adds files, / lists commands"}
        aria-autocomplete="list"
        aria-controls={menu.shown.length > 0 ? menuId : undefined}
        aria-activedescendant={menu.shown.length > 0 ? optionId(menu.chosen) : undefined}
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

function commandCompletions(text: string, commands: readonly Command[]): readonly Completion[] {
  return fittingCommands(text, commands).map(({ name, description }) => ({
    text: `/${name} `,
    label: `/${name}`,
    about: description,
  }));
}

import { messageOf } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";
import { localError } from "../errors.ts";
import { loadJinja } from "../later.ts";
import type { ChatText } from "./chat-texts.ts";

/** A piece of a prompt. */
export interface PromptPiece {
  readonly text: string;
  /** Whether the text is the template's own: only there are names of special tokens tokens. */
  readonly isTemplate: boolean;
}

/** What a template is rendered with. */
export interface PromptOptions {
  readonly owner: Owner;
  /** `tokenizer.chat_template` of the model's file. */
  readonly template: string | undefined;
  readonly bosToken: string;
  readonly eosToken: string;
  /** Whether the model is to think, for templates that can switch it. `undefined`: the template's default. */
  readonly thinks: boolean | undefined;
}

/** Whether the template of a model can turn thinking on and off. */
export const switchesThinking = (template: string | undefined): boolean =>
  template?.includes("enable_thinking") === true;

/**
 * Renders a conversation with the chat template of the model's file. Texts of the conversation never become special
 * tokens, so that a web page cannot end a message and begin another.
 *
 * Throws `ProviderError` `bad-request` without a template, or with one that does not take the conversation.
 */
export async function renderPrompt(
  texts: readonly ChatText[],
  options: PromptOptions,
): Promise<readonly PromptPiece[]> {
  const { owner, template: source } = options;
  if (source === undefined)
    throw localError("bad-request", owner, `The file of ${owner.model} has no chat template.`, {
      hint: "Choose a model that is made for chats: its name often ends in -instruct, -it or -chat.",
    });
  const { Template } = await loadJinja();
  try {
    const template = new Template(source);
    const render = (tried: readonly ChatText[]) => piecesOf(renderWith(template, tried, options), tried);
    return render(texts) ?? render(withoutSystem(texts)) ?? failed("it leaves messages out");
  } catch (error) {
    const message = `The chat template of ${owner.model} cannot be used: ${messageOf(error)}.`;
    throw localError("bad-request", owner, message, {
      cause: error,
      hint: "Choose another file of the model.",
    });
  }
}

function failed(reason: string): never {
  throw new Error(reason);
}

interface Renderer {
  render(values: Record<string, unknown>): string;
}

/** Placeholders in Unicode's private area, which no template writes. */
const placeholder = (index: number): string => `\uE000${index}\uE001`;

/** `undefined` if the template refuses this form of the conversation. */
function renderWith(
  template: Renderer,
  texts: readonly ChatText[],
  { bosToken, eosToken, thinks }: PromptOptions,
): string | undefined {
  const messages = texts.map(({ role }, index) => ({ role, content: placeholder(index) }));
  const values = { messages, add_generation_prompt: true, bos_token: bosToken, eos_token: eosToken };
  try {
    return template.render({ ...values, ...(thinks === undefined ? {} : { enable_thinking: thinks }) });
  } catch (error) {
    if (texts[0]?.role === "system") return undefined;
    throw error;
  }
}

/** `undefined` unless every message is there once, in order. */
function piecesOf(rendered: string | undefined, texts: readonly ChatText[]): PromptPiece[] | undefined {
  if (rendered === undefined) return undefined;
  const pieces: PromptPiece[] = [];
  let from = 0;
  for (const [index, { content }] of texts.entries()) {
    const start = rendered.indexOf(placeholder(index), from);
    if (start === -1) return undefined;
    pieces.push({ text: rendered.slice(from, start), isTemplate: true });
    pieces.push({ text: content, isTemplate: false });
    from = start + placeholder(index).length;
  }
  pieces.push({ text: rendered.slice(from), isTemplate: true });
  return pieces.some(({ text, isTemplate }) => isTemplate && text.includes("\uE000"))
    ? undefined
    : pieces.filter(({ text }) => text !== "");
}

/** For templates without a role for the system: its text begins the first message of the user. */
function withoutSystem(texts: readonly ChatText[]): readonly ChatText[] {
  const [system, first, ...rest] = texts;
  if (system?.role !== "system" || first === undefined) return texts;
  return [{ role: "user", content: `${system.content}\n\n${first.content}` }, ...rest];
}

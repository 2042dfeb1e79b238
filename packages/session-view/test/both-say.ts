import { itemsOf, type Item, type SessionView } from "../src/index.ts";

/** What a journal and the events of its runs both say of a session, as JSON. */
export function bothSay(view: SessionView): unknown {
  return JSON.parse(JSON.stringify(shared(view))) as unknown;
}

function shared(view: SessionView): object {
  const { facts, conversation, children } = view;
  const { id, run, spent, name, mode, provider, model } = facts;
  return {
    id,
    name,
    mode,
    provider,
    model,
    run: run?.id,
    spent,
    items: itemsOf(view)
      .filter((item) => !("isLive" in item))
      .map(withoutOneSided),
    waiting: conversation.waiting,
    questions: conversation.questions,
    children: children
      .map((child) => ({ ...child, view: shared(child.view) }))
      .toSorted((one, other) => one.session.localeCompare(other.session)),
  };
}

function withoutOneSided(item: Item): object {
  switch (item.type) {
    case "call": {
      const { decision: _, ...shown } = item;
      return shown;
    }
    case "compaction": {
      const { told: _, ...shown } = item;
      return shown;
    }
    case "outcome": {
      const { told: _, output: __, ...shown } = item;
      return shown;
    }
    default:
      return item;
  }
}

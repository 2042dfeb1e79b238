import { createStore, type Store } from "../state/store.ts";

/** Something that a page wants, and that a person has to permit. */
export type PageWish =
  | { readonly kind: "tool"; readonly tool: string; readonly input: object; readonly reason: string }
  | { readonly kind: "link"; readonly url: string }
  | { readonly kind: "message"; readonly text: string };

export interface WishList {
  /** The first is shown; it comes with what answers it. */
  readonly store: Store<readonly AskedWish[]>;
  /** Resolves to whether the person permits it. */
  readonly ask: (wish: PageWish) => Promise<boolean>;
  /** Rejects all of them: the page has gone. */
  readonly end: () => void;
}

interface AskedWish {
  readonly wish: PageWish;
  readonly answer: (isPermitted: boolean) => void;
}

export function wishList(): WishList {
  const store = createStore<readonly AskedWish[]>([]);
  return {
    store,
    ask: (wish) =>
      new Promise((resolve) => {
        const asked: AskedWish = {
          wish,
          answer(isPermitted) {
            store.set(store.get().filter((one) => one !== asked));
            resolve(isPermitted);
          },
        };
        store.set([...store.get(), asked]);
      }),
    end() {
      for (const { answer } of store.get()) answer(false);
    },
  };
}

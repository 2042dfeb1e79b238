/** What a user can pick one of. Foreign text, not yet clean. */
export interface PickList {
  readonly title: string;
  readonly items: readonly PickItem[];
  /** The items as they are now, for a list that changes while it is open. What was chosen stays chosen. */
  readonly refresh?: () => readonly PickItem[];
  /** What Enter does. Default: it chooses. */
  readonly enter?: string;
  /** Other ways to pick, each by a letter; then letters do not filter. */
  readonly ways?: readonly PickWay[];
}

export interface PickItem {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  readonly isCurrent?: boolean;
}

export interface PickWay {
  /** One letter. */
  readonly key: string;
  readonly label: string;
}

export interface Picked {
  readonly value: string;
  /** The key of another way than Enter. */
  readonly way?: string;
}

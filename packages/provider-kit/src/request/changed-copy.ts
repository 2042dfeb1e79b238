const copies = new WeakMap<object, { readonly change: string; readonly copy: object }>();

/**
 * Copies an item of a conversation with a change. For the same change it is the
 * same object, so that its bytes are remembered: see `bodyBytes`.
 *
 * Remembers one copy per item, that of the last change.
 *
 * @param change - name of what `make` does, with everything that its result
 *   depends on.
 */
export function changedCopy<Item extends object>(
  item: Item,
  change: string,
  make: (item: Item) => Item,
): Item {
  const known = copies.get(item);
  if (known?.change === change) return known.copy as Item;
  const copy = make(item);
  copies.set(item, { change, copy });
  return copy;
}

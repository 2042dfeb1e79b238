const copies = new WeakMap<object, { readonly change: string; readonly copy: object }>();

/**
 * A changed copy of an item of a conversation. For the same change it is the same object, so that its bytes are kept:
 * see `bodyBytes`.
 *
 * @param change - names what `make` does.
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

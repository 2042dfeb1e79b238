/** The page's one script. Without it the page is whole; it adds finding and unfolding. */
export const script = `
const toolbar = document.getElementById("toolbar");
const find = document.getElementById("find");
const unfold = document.getElementById("unfold");
const found = document.getElementById("found");
const items = [...document.querySelectorAll(".message, .call, .thinking, .event")];
toolbar.hidden = false;
const folds = [...document.querySelectorAll(".conversation details")];
unfold.addEventListener("click", () => {
  const open = folds.some((fold) => !fold.open);
  for (const fold of folds) fold.open = open;
  unfold.textContent = open ? "Fold all" : "Unfold all";
});
find.addEventListener("input", () => {
  const wanted = find.value.trim().toLowerCase();
  let count = 0;
  for (const item of items) {
    const hit = wanted === "" || item.textContent.toLowerCase().includes(wanted);
    item.classList.toggle("unfound", !hit);
    if (hit) count++;
    if (hit && wanted !== "") item.closest(".rewound")?.setAttribute("open", "");
  }
  found.textContent = wanted === "" ? "" : count + " of " + items.length;
});
const show = () => {
  const target = document.getElementById(location.hash.slice(1));
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
};
addEventListener("hashchange", show);
show();
let closed = [];
addEventListener("beforeprint", () => {
  closed = folds.filter((fold) => !fold.open);
  for (const fold of closed) fold.open = true;
});
addEventListener("afterprint", () => {
  for (const fold of closed) fold.open = false;
});
`;

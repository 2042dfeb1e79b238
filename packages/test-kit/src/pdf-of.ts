/** A PDF with these texts as its pages. @param pages - ASCII without brackets, in up to 60 short lines; an empty one has no text. */
export function pdfOf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(" ");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...pages.flatMap((text, at) => {
      const drawing =
        text === ""
          ? ""
          : `BT/F1 9 Tf 12 TL 20 770 Td${text
              .split("\n")
              .map((line) => `(${line})Tj T*`)
              .join("")} ET`;
      const resources = "/Resources<</Font<</F1 3 0 R>>>>";
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${resources}/Contents ${5 + 2 * at} 0 R>>`,
        `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}${table}${end}`, "latin1");
}
